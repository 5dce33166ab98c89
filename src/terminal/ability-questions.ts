import { parseAbilitySpec } from '../abilities/spec.ts'
import type { Given, Questions } from './questions.ts'
import { spelledOut } from './spelled-out.ts'

const agent = {
  kind: 'choices',
  message: 'For which agents?',
  description: 'An agent that gets it; may be given several times. Default: the only one.',
  value: 'NAME',
} as const

/** What `add-ability` wants to know, in the order it asks. */
export const ADD_ABILITY = {
  spec: {
    kind: 'text',
    argument: true,
    message: 'Which ability (a package, a git repository, a tarball or a folder)?',
    description:
      'A package (refunds@^1), git (github:owner/repo#v1.0.0, git+ssh://…), a tarball, or a folder (./abilities/refunds).',
    check: (value: string) => parseAbilitySpec(value, process.cwd()),
  },
  agent,
} as const satisfies Questions

const name = {
  kind: 'choice',
  argument: true,
  message: 'Which ability?',
  description: 'The ability, as `loopengine list-abilities` names it; its scope may be left out.',
} as const

/** What `upgrade-ability`, `remove-ability` and `diff-ability` want to know. */
export const INSTALLED_ABILITY = {
  name,
  agent: {
    ...agent,
    message: 'Of which agents?',
    description: 'An agent that has it; may be given several times. Default: the only one.',
  },
} as const satisfies Questions

/** What `create-ability` wants to know. */
export const CREATE_ABILITY = {
  dir: {
    kind: 'text',
    argument: true,
    message: 'In which folder (abilities/refunds)?',
    description: 'The new folder. Its name becomes that of the ability.',
  },
  name: {
    kind: 'text',
    message: 'What is the package called?',
    description: 'The name of the package, with a scope if you like. Default: the name of the folder.',
    fallback: ({ dir }: Given) => folderName(String(dir)),
  },
  description: {
    kind: 'text',
    message: 'What does it let an agent do?',
    description: 'One sentence for people, and for the model: what the ability lets an agent do.',
    fallback: ({ dir }: Given) => `${spelledOut(folderName(String(dir)))}.`,
  },
} as const satisfies Questions

function folderName(dir: string): string {
  const name =
    dir
      .replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+|[._-]+$/g, '') || 'my-ability'
  )
}
