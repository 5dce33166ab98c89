import { execFileSync } from 'node:child_process'
import { project, type TestProject } from '../helpers/project.ts'

export type Files = Record<string, string>

/** The text of a tool's file as an author writes it. */
export function toolText(
  name: string,
  { safe = false, body = 'input' }: { safe?: boolean; body?: string } = {},
): string {
  const exported = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return `import { defineTool } from 'loopengine'

export const ${exported} = defineTool({
  name: '${name}',
  description: 'Does ${name}',
  input_schema: { type: 'object', properties: { amount: { type: 'number' } } },
  execute: async input => {
    // one
    // two
    // three
    return ${body}
  },${safe ? '\n  safe: true,' : ''}
})
`
}

export const SKILL = `---
name: paying
description: How to pay.
---

# Paying

1. Look first.
2. Then pay, see [the table](references/table.md).
`

export const RULES = `rules:
  - name: pay-asks
    scope: "*/*"
    tool: pay
    decision: ask

  - name: small-pays
    scope: "*/development"
    tool: pay
    decision: allow
    when: { field: amount, op: lte, value: 20 }
`

export function manifest(changes: Record<string, unknown> = {}): string {
  const value = {
    loopengineVersion: '>=0.1.0',
    tools: ['tools/pay.ts', 'tools/look.ts'],
    skills: ['skills/paying'],
    actauth: 'actauth/rules.yml',
    env: [{ name: 'PAY_TOKEN', description: 'Token of the bank', secret: true }],
    ...changes,
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

export function packageText(changes: Record<string, unknown> = {}): string {
  return `${JSON.stringify({ name: 'payments', version: '1.0.0', description: 'Pays', ...changes }, null, 2)}\n`
}

/** An ability with two tools, a helper, a skill with a file, rules with a condition, and a variable. */
export function payments(changes: Files = {}): Files {
  return {
    'package.json': packageText(),
    'loopengine.ability.json': manifest(),
    'tools/pay.ts': `import { inCents } from '../lib/cents.js'\n${toolText('pay', { body: 'inCents(input.amount)' })}`,
    'tools/look.ts': toolText('look', { safe: true }),
    'lib/cents.ts': 'export const inCents = (amount: number): number => Math.round(amount * 100)\n',
    'skills/paying/SKILL.md': SKILL,
    'skills/paying/references/table.md': '| a | b |\n|---|---|\n| 1 | 2 |\n',
    'actauth/rules.yml': RULES,
    ...changes,
  }
}

/** The next version: a tool that is new, one that is gone, and changes in every kind of file. */
export function paymentsNext(changes: Files = {}): Files {
  const { 'tools/look.ts': _, ...rest } = payments()
  return {
    ...rest,
    'package.json': packageText({ version: '1.1.0' }),
    'loopengine.ability.json': manifest({ tools: ['tools/pay.ts', 'tools/quote.ts'] }),
    'tools/pay.ts': (rest['tools/pay.ts'] ?? '').replace('// three', '// three, changed by the author'),
    'tools/quote.ts': toolText('quote', { safe: true }),
    'skills/paying/SKILL.md': SKILL.replace('1. Look first.', '1. Quote first.'),
    'skills/paying/references/more.md': 'More.\n',
    'actauth/rules.yml': `${RULES.replace('value: 20', 'value: 30')}
  - name: quotes-run
    scope: "*/*"
    tool: quote
    decision: allow
`,
    ...changes,
  }
}

/** A folder of its own with these files. */
export function abilityFolder(files: Files): TestProject {
  return project(files)
}

export const SHOP: Files = {
  'package.json': '{\n  "name": "shop",\n  "type": "module"\n}\n',
  '.gitignore': 'node_modules/\n.env\n.loopengine/*\n!.loopengine/abilities/\n',
  'agents/shop/index.ts':
    "import type { AgentConfig } from 'loopengine'\n\nexport const config: AgentConfig = { name: 'shop', systemPrompt: 'Help.' }\n",
  'agents/shop/tools/get_order.ts': toolText('get_order', { safe: true }),
  'agents/shop/tools/index.ts':
    "import { getOrder } from './get_order.js'\n\n// All that this agent can do.\nexport const tools = [getOrder]\n",
  'agents/shop/actauth.yml':
    'default_decision: deny\nrules:\n  # Reading is free.\n  - name: get-order-allow\n    scope: "*/*"\n    tool: get_order\n    decision: allow\n',
}

/** A project with one agent, in a git repository in which everything is committed. */
export function shop(changes: Files = {}): TestProject & { git(...words: string[]): string } {
  const place = project({ ...SHOP, ...changes })
  return { ...place, git: gitIn(place.root) }
}

/** Runs git in a new repository that has everything in one commit. */
export function gitIn(root: string): (...words: string[]) => string {
  const git = (...words: string[]): string => {
    const settings = ['-c', 'user.name=x', '-c', 'user.email=x@example.org', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...settings, ...words], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first')
  return git
}
