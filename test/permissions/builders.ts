import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Decision, Scope } from '../../src/core/rule.ts'
import { createGate } from '../../src/permissions/create-gate.ts'
import type { Policy } from '../../src/permissions/policy.ts'
import { readActauth } from '../../src/permissions/read-actauth.ts'

export const FILE = 'agents/desk/actauth.yml'

export const SOURCE = { file: FILE, agentName: 'desk' }

export const DEVELOPMENT: Scope = { tenant: 'default', environment: 'development' }

export const PRODUCTION: Scope = { tenant: 'default', environment: 'production' }

/** YAML without the indentation that it has only because it stands in a test. */
export function yaml(strings: TemplateStringsArray, ...values: unknown[]): string {
  const text = String.raw({ raw: strings }, ...values).replace(/^\n/, '')
  const indents = text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => /^ */.exec(line)?.[0].length ?? 0)
  const margin = Math.min(...indents)
  return text
    .split('\n')
    .map(line => line.slice(margin))
    .join('\n')
    .replace(/ +$/, '')
}

export async function policyOf(text: string): Promise<Policy> {
  const { policy, diagnostics } = await readActauth(text, SOURCE)
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return policy
}

export async function problemsOf(text: string | Uint8Array | undefined): Promise<Diagnostic[]> {
  const { diagnostics } = await readActauth(text, SOURCE)
  return diagnostics
}

/** What the file's gate says about one call. */
export async function decide(
  text: string,
  name: string,
  input: Record<string, unknown> = {},
  scope: Scope = DEVELOPMENT,
): Promise<Decision> {
  return createGate(await policyOf(text)).decide({ name, input }, scope)
}

/** One rule in flow style, with the parts that a test cares about. */
export function rule(parts: {
  name?: string
  scope?: string
  tool?: string
  decision?: string
  when?: string
}): string {
  const { name = 'only', scope = '*/*', tool = 'issue_refund', decision = 'allow', when } = parts
  const condition = when === undefined ? '' : `, when: ${when}`
  return `  - { name: ${name}, scope: "${scope}", tool: "${tool}", decision: ${decision}${condition} }`
}

export function file(defaultDecision: string, ...rules: string[]): string {
  return [`default_decision: ${defaultDecision}`, 'rules:', ...rules, ''].join('\n')
}
