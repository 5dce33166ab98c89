import { isAblName } from '../abl-tool/type-of-schema.ts'
import type { ReadBody } from './body.ts'
import type { Argument } from './operation.ts'
import type { WireArgument } from './parameters.ts'

/**
 * The arguments with names of their own. What travels under its argument's name (fields of a body, the query of a GET)
 * keeps the server's name where it can; the others make way.
 */
export function readArguments(
  method: string,
  parameters: readonly WireArgument[],
  { body, fields }: ReadBody,
): Argument[] {
  const taken = new Set<string>()
  const isReading = method === 'GET' || method === 'HEAD'
  const rank = ({ place }: WireArgument) =>
    place === 'body' ? 0 : place === 'query' && isReading ? 1 : place === 'path' ? 2 : 3
  const canCollapse = body?.encoding === 'json' && !body.whole && !fields.every(({ wire }) => isAblName(wire))
  const bodyFields = canCollapse ? [collapsed(fields)] : fields
  if (canCollapse) body.whole = true
  const named = new Map<WireArgument, string>()
  const all = [...parameters, ...bodyFields]
  for (const argument of [...all].sort((a, b) => rank(a) - rank(b))) named.set(argument, freeName(argument, taken))
  return all.map(argument => ({ ...argument, name: named.get(argument) ?? argument.wire }))
}

/** A body with a field that no argument can be called: one argument for all of it. */
function collapsed(fields: readonly WireArgument[]): WireArgument {
  const required = fields.filter(field => field.required).map(({ wire }) => wire)
  const properties = Object.fromEntries(fields.map(({ wire, schema }) => [wire, schema]))
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  return { wire: 'body', place: 'body', schema, required: required.length > 0 }
}

function freeName({ wire, place }: WireArgument, taken: Set<string>): string {
  const plain = isAblName(wire) ? wire : madeName(wire)
  const candidates = [plain, `${plain}_${place}`]
  const name = candidates.find(candidate => !taken.has(candidate)) ?? numbered(plain, taken)
  taken.add(name)
  return name
}

/** `filter[state]` is `filter_state`, `X-Request-Id` is `x_request_id`. */
function madeName(wire: string): string {
  const words = wire
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, 60)
  return isAblName(words) ? words : isAblName(`p_${words}`) ? `p_${words}` : 'value'
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`
}
