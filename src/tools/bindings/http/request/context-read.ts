import { isNothing, readMember } from '../../../../abl/expression/values.ts'
import { isRecord } from '../../../../core/json.ts'
import type { AttemptCall } from '../../binding.ts'

/** A session variable that goes out beside the arguments (`context_access.read`). */
export interface ContextValue {
  path: readonly string[]
  value: unknown
}

/** The listed session variables that have a value and that none of the call's `own` values stands in the way of. */
export function contextValues(
  paths: readonly string[],
  own: Readonly<Record<string, unknown>>,
  call: AttemptCall,
): ContextValue[] {
  return paths.flatMap(path => {
    const names = path.split(/[.[\]]+/).filter(name => name !== '')
    const value = names.reduce<unknown>((current, name) => readMember(current, name), call.scope.session)
    if (isNothing(value)) call.trace('request', `\`session.${path}\` has no value and is left out.`)
    return isNothing(value) || isTaken(own, names) ? [] : [{ path: names, value }]
  })
}

/** Whether a record holds something at the path, or something on the way that nothing can be put into. */
function isTaken(record: Readonly<Record<string, unknown>>, [name = '', ...rest]: readonly string[]): boolean {
  if (!Object.hasOwn(record, name) || isNothing(record[name])) return false
  const inner = record[name]
  return rest.length === 0 || !isRecord(inner) || isTaken(inner, rest)
}

/** The arguments with the session's values put in as nested objects. */
export function withContext(
  own: Readonly<Record<string, unknown>>,
  values: readonly ContextValue[],
): Record<string, unknown> {
  return values.reduce<Record<string, unknown>>((body, { path, value }) => placed(body, path, value), { ...own })
}

function placed(
  record: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const inner = Object.hasOwn(record, name) ? record[name] : undefined
  if (rest.length === 0) return { ...record, [name]: isNothing(inner) ? value : inner }
  return { ...record, [name]: isNothing(inner) || isRecord(inner) ? placed(inner ?? {}, rest, value) : inner }
}
