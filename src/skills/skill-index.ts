import { countTokens } from '../core/count-tokens.ts'
import type { Skill } from '../core/skill.ts'

const DEFAULT_BUDGET_TOKENS = 2000

const HEADING = `# Skills
Each of these is a set of instructions for one kind of task. When a task fits one, load it with the tool Skill first, and follow it.`

/**
 * The block of the system prompt that tells the model of its skills: a line each, within a budget of tokens, and what
 * had to be left out. Empty when there are no skills or not even that fits.
 * @default budgetTokens 2000
 */
export function skillIndex(
  skills: readonly Skill[],
  { budgetTokens = DEFAULT_BUDGET_TOKENS }: { budgetTokens?: number } = {},
): string {
  if (skills.length === 0) return ''
  const all = block(skills.map(lineOf), [], 'names')
  const fits = (text: string): boolean => countTokens(text) <= budgetTokens
  if (fits(all)) return all
  return [fill(skills, 'names', budgetTokens), fill(skills, 'count', budgetTokens)].find(fits) ?? ''
}

/** How those that are left out are told. */
type Told = 'names' | 'count'

/** As many lines as there is room for beside the note on the others; a long one makes way for shorter ones after it. */
function fill(skills: readonly Skill[], told: Told, budgetTokens: number): string {
  const lines: string[] = []
  const left: Skill[] = []
  let room = budgetTokens - costOf(HEADING) - costOf(leftOut(skills, told))
  for (const skill of skills) {
    const line = lineOf(skill)
    const cost = costOf(line) - (told === 'names' ? countTokens(skill.id) : 0)
    if (cost > room) left.push(skill)
    else {
      lines.push(line)
      room -= cost
    }
  }
  return block(lines, left, told)
}

/** With the line break before it. */
function costOf(line: string): number {
  return countTokens(line) + 1
}

function block(lines: readonly string[], left: readonly Skill[], told: Told): string {
  return [HEADING, ...lines, ...(left.length > 0 ? [leftOut(left, told)] : [])].join('\n')
}

function lineOf({ id, description }: Skill): string {
  return `- ${id}: ${description.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()}`
}

function leftOut(left: readonly Skill[], told: Told): string {
  const count = left.length === 1 ? '1 more skill is' : `${left.length} more skills are`
  const which = told === 'names' ? `: ${left.map(({ id }) => id).join(', ')}` : ''
  return `${count} not described here for lack of room${which}.`
}
