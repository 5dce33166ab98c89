import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Skill } from '../../src/core/skill.ts'
import { type ParsedSkill, parseSkill } from '../../src/skills/parse-skill.ts'
import { strictly } from '../../src/skills/problem.ts'

/** A SKILL.md with this front matter, one line each. */
export function skillText(lines: string[], body = 'Do it well.\n'): string {
  return `---\n${lines.join('\n')}\n---\n${body}`
}

export const GOOD = ['name: cite', 'description: How to cite. Use it before you answer.']

/** Reads a text as the SKILL.md of `agents/desk/skills/<folder>`. */
export function parsed(text: string, folder = 'cite'): ParsedSkill {
  const directory = `/project/agents/desk/skills/${folder}`
  return parseSkill(text, { id: folder, folder, directory, file: `agents/desk/skills/${folder}/SKILL.md` })
}

export function problems(text: string, folder?: string): Diagnostic[] {
  return parsed(text, folder).diagnostics
}

export function codes(text: string, folder?: string): string[] {
  return problems(text, folder).map(({ code }) => code)
}

/** Whether a check accepts the text. */
export function passes(text: string, folder?: string): boolean {
  return problems(text, folder)
    .map(strictly)
    .every(({ severity }) => severity !== 'error')
}

/** A skill for what doesn't read files. */
export function skill(id: string, description = `All about ${id}.`): Skill {
  const file = `agents/desk/skills/${id}/SKILL.md`
  return {
    id,
    name: id,
    description,
    body: 'Do it.',
    directory: `/project/${id}`,
    file,
    metadata: {},
    allowedTools: [],
  }
}
