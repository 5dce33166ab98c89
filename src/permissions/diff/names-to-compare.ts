import { builtInDecision } from '../built-in-decisions.ts'
import type { PolicyRule } from '../policy.ts'
import { readToolPattern, type ToolPattern } from '../tool-pattern.ts'
import type { PolicySide } from './policy-side.ts'

/** A tool to ask both policies about. */
export interface ComparedName {
  /** As people are told it: the name, or the glob that it stands for. */
  label: string
  name: string
  /** The agent has the tool, and had not. */
  isNew: boolean
  /** For a glob: the known tools that it stands for. */
  stand: string[]
}

/** Tools that a rule names, tools that the agent has, and for every glob, and the default, a name that only it matches. */
export function namesToCompare(before: PolicySide, after: PolicySide): ComparedName[] {
  const patterns = [before, after].flatMap(rulesOf).map(({ tool }) => tool)
  const exact = patterns.filter(tool => tool.exact).map(({ text }) => text)
  const isNew = (name: string): boolean => after.tools.includes(name) && before.complete && !before.tools.includes(name)
  const names = [...new Set([...exact, ...after.tools])].sort()
  const globs = [...new Set(['*', ...patterns.filter(tool => !tool.exact).map(({ text }) => text)])].sort()
  const known = names.filter(name => !exact.includes(name) && !isNew(name) && builtInDecision(name) === undefined)
  return [
    ...globs.map(glob => ({
      label: glob,
      name: nameLike(glob, names),
      isNew: false,
      stand: known.filter(matcher(glob)),
    })),
    ...names.map(name => ({ label: name, name, isNew: before.policy !== undefined && isNew(name), stand: [] })),
  ]
}

function rulesOf({ policy }: PolicySide): readonly PolicyRule[] {
  return policy?.kind === 'sound' ? policy.rules : []
}

function matcher(glob: string): ToolPattern['matches'] {
  const reading = readToolPattern(glob)
  return reading.kind === 'tool' ? reading.tool.matches : () => false
}

/** A name that the glob matches and that no tool has. */
function nameLike(glob: string, taken: readonly string[]): string {
  for (let number = 0; ; number++) {
    const name = glob.replaceAll('*', `zq${number}x`)
    if (!taken.includes(name)) return name
  }
}
