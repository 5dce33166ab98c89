import { createHash } from 'node:crypto'
import { type BindingSpec, compileExpression, compileTemplate, type NameUse } from '../../../abl/index.ts'
import { canonicalJson, isRecord } from '../../../core/json.ts'
import type { ToolContext } from '../../../core/tool.ts'
import { readPath } from '../session-path.ts'

/** What of the session a request depends on: results are shared only where all of it is equal. */
export type SessionReads = readonly string[]

/** The session paths that a declaration reads when it builds its request. A name of a parameter may be one of them. */
export async function sessionReads(
  binding: BindingSpec | undefined,
  { reads, parameters }: { reads: readonly string[]; parameters: readonly string[] },
): Promise<SessionReads> {
  const names = (await Promise.all(textsIn(binding).map(namesIn))).flat()
  const paths = names.flatMap(({ root, path }) => {
    if (root === 'session') return [path.join('.')]
    return ROOTS.has(root) || parameters.includes(root) ? [] : [[root, ...path].join('.')]
  })
  return [...new Set([...reads, ...paths])].sort()
}

const ROOTS = new Set(['input', 'config', 'result', 'error', 'this', '@index', '@first', '@last'])

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}

/** A text may be a template, or the condition of a variant. What is neither reads nothing. */
async function namesIn(text: string): Promise<readonly NameUse[]> {
  const compiled = text.includes('{{') ? await compileTemplate(text) : await compileExpression(text)
  return compiled.ok ? compiled.value.names : []
}

/** Who asks what with which arguments, as one hash: nothing of it can be read from the key. */
export function cacheKey(
  reads: SessionReads,
  input: Readonly<Record<string, unknown>>,
  { tenant, environment, user, variables }: ToolContext,
): string {
  const session = reads.map(path => readPath(variables, path) ?? null)
  const whole = canonicalJson({ tenant, environment, user: user ?? null, input, session })
  return createHash('sha256').update(whole).digest('hex')
}
