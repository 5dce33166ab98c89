import type { ReadContext, ReferenceKind } from '../codec/codec.ts'
import { amongst, type CheckFacts, type Rule, report } from './rule.ts'

type Declared = Exclude<ReferenceKind, 'parameter'>

const WORDS: Readonly<Record<Declared, { one: string; many: string }>> = {
  config: { one: 'variable', many: 'variables' },
  mcpServer: { one: 'MCP server', many: 'servers' },
  function: { one: 'function', many: 'functions' },
  workflow: { one: 'workflow', many: 'workflows' },
  index: { one: 'search index', many: 'indexes' },
  authProfile: { one: 'auth profile', many: 'auth profiles' },
  tlsProfile: { one: 'TLS profile', many: 'TLS profiles' },
  oauthProvider: { one: 'OAuth provider', many: 'providers' },
  lookup: { one: 'lookup table', many: 'lookup tables' },
  transform: { one: 'transform', many: 'transforms' },
  tool: { one: 'tool', many: 'tools' },
  agent: { one: 'agent', many: 'agents' },
  step: { one: 'step', many: 'steps' },
}

/** Names that a tool refers to must be declared by the project (ABL3007). */
export const checkReferences: Rule = (tool, facts) => reportUndeclared(tool.context, facts)

/** The same for what stands outside tools, such as the variables in a file's shared defaults. */
export function reportUndeclared({ references, report }: ReadContext, { known, declared }: CheckFacts): void {
  for (const { kind, name, span } of references) {
    const names = kind === 'parameter' ? undefined : known[kind]
    if (kind === 'parameter' || !names || names.includes(name)) continue
    if (kind === 'tool' && declared.includes(name)) continue
    const { one, many } = WORDS[kind]
    report.add({
      code: 'ABL3007',
      span,
      message: `There is no ${one} \`${name.slice(0, 80)}\`.`,
      hint: amongst(name, names, many),
    })
  }
}

/** A tool without `type:` needs one of the same name elsewhere (ABL3010). */
export const checkBinding: Rule = (tool, { known }) => {
  const { name, binding } = tool.spec
  if (binding || tool.context.places.has('type') || !known.tool || known.tool.includes(name)) return
  const message = `\`${name}\` has no \`type:\`, and no other tool of the project has its name.`
  report(tool, '', { code: 'ABL3010', message, hint: 'add type:, or write a tool of that name' })
}
