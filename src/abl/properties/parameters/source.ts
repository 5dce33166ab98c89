import { type ReadContext, refuse, within } from '../../codec/codec.ts'
import { expression } from '../../codec/expression.ts'
import { reportMissing } from '../../codec/record.ts'
import { nameOf, readText, text, word } from '../../codec/scalar.ts'
import type { Pair } from '../../scan/node.ts'
import { shown, suggestion } from '../../scan/report.ts'
import type { ValueSource } from '../../types.ts'

/** The keys that say where a parameter's value comes from. */
export const SOURCE_KEYS = ['source', 'value', 'key', 'table'] as const

export type SourcePairs = ReadonlyMap<string, Pair>

const KINDS = ['model', 'system', 'runtime', 'config', 'auth', 'expr', 'lookup'] as const
const RUNTIME_FACTS = ['session_id', 'agent', 'user_id', 'now', 'call_id'] as const

type Kind = (typeof KINDS)[number]

/** Reads `source:` and what belongs to it; undefined (reported) when something is missing. */
export function readSource(pairs: SourcePairs, context: ReadContext): ValueSource | undefined {
  const chosen = readKind(pairs.get('source'), context)
  if (!chosen) return undefined
  warnAboutIdle(chosen, pairs, context)
  switch (chosen.kind) {
    case 'model':
      return { kind: 'model' }
    case 'config':
      return readConfig(pairs, context)
    case 'lookup':
      return readLookup(chosen.table, pairs, context)
    case 'runtime': {
      const value = readPart(pairs, 'value', { context, codec: word(RUNTIME_FACTS) })
      return value === undefined ? undefined : { kind: 'runtime', value }
    }
    default: {
      const value = readPart(pairs, 'value', { context, codec: expression })
      return value === undefined ? undefined : { kind: chosen.kind, value }
    }
  }
}

/** `source: lookup(countries)` names the table along with the kind. */
function readKind(pair: Pair | undefined, context: ReadContext): { kind: Kind; table?: string } | undefined {
  if (!pair) return { kind: 'model' }
  const found = readText(pair.value, within(context, pair), `one of ${KINDS.join(', ')}`)?.text
  if (found === undefined) return undefined
  const table = /^lookup\(\s*([\w-]+)\s*\)$/.exec(found)?.[1]
  if (table !== undefined) {
    context.references.push({ kind: 'lookup', name: table, span: pair.value.span })
    return { kind: 'lookup', table }
  }
  const kind = KINDS.find(known => known === found)
  const message = `\`source\` must be one of ${KINDS.join(', ')}, not \`${shown(found)}\`.`
  return kind
    ? { kind }
    : refuse(context, { code: 'ABL2011', span: pair.value.span, message, hint: suggestion(found, KINDS) })
}

function readConfig(pairs: SourcePairs, context: ReadContext): ValueSource | undefined {
  const key = pairs.has('value') ? 'value' : 'key'
  if (!pairs.has(key)) reportMissing('value', context)
  const pair = pairs.get(key)
  const name = pair && nameOf('config').read(pair.value, within(context, pair))
  return name === undefined ? undefined : { kind: 'config', name: name.replace(/^config\./, '') }
}

function readLookup(shortTable: string | undefined, pairs: SourcePairs, context: ReadContext): ValueSource | undefined {
  const table = shortTable ?? readPart(pairs, 'table', { context, codec: nameOf('lookup') })
  const key = readPart(pairs, 'key', { context, codec: expression })
  const value = pairs.has('value') ? readPart(pairs, 'value', { context, codec: text }) : undefined
  if (table === undefined || key === undefined) return undefined
  return { kind: 'lookup', table, key, ...(value === undefined ? {} : { value }) }
}

function readPart<T>(
  pairs: SourcePairs,
  key: string,
  {
    context,
    codec,
  }: { context: ReadContext; codec: { read(value: Pair['value'], context: ReadContext): T | undefined } },
): T | undefined {
  const pair = pairs.get(key)
  if (!pair) reportMissing(key, context)
  return pair && codec.read(pair.value, within(context, pair))
}

/** Keys that mean nothing with the source that was chosen. */
function warnAboutIdle(
  { kind, table }: { kind: Kind; table?: string },
  pairs: SourcePairs,
  context: ReadContext,
): void {
  const idle: Record<(typeof SOURCE_KEYS)[number], boolean> = {
    source: false,
    value: kind === 'model',
    key: kind !== 'lookup' && kind !== 'config',
    table: kind !== 'lookup' || table !== undefined,
  }
  for (const key of SOURCE_KEYS) {
    const pair = pairs.get(key)
    if (!pair || !idle[key]) continue
    const hint = key === 'value' ? 'add `source: expr`, or leave it out' : 'leave it out'
    context.report.add({
      code: 'ABL3009',
      severity: 'warning',
      span: pair.keySpan,
      message: `\`${key}\` has no meaning with \`source: ${kind}\`.`,
      hint,
    })
  }
}
