import { type ReadContext, refuse, refuseKind, within } from '../../codec/codec.ts'
import { map } from '../../codec/collection.ts'
import { expression, template } from '../../codec/expression.ts'
import { isFlowMap, itemsOf, pairsOf } from '../../codec/flow.ts'
import { path } from '../../codec/path.ts'
import type { Item, Pair, Value } from '../../scan/node.ts'
import { shown, suggestion } from '../../scan/report.ts'
import type { Action, Branch } from '../../spec.ts'
import { ACTION_READERS, ACTION_WORDS } from './action.ts'
import { assignments } from './set.ts'

const CONDITIONS = ['IF', 'WHEN', 'ELSE']
/** Keys that add to the action before them. */
const ADDITIONS = ['WITH', 'AS', 'FORMATS']

/** The branches that a run of IF, WHEN and ELSE entries has opened so far. */
type Open = { branches: Branch[]; closed: boolean } | undefined

interface Reading {
  context: ReadContext
  actions: Action[]
  open: Open
}

/** Reads a `do:` list: actions in order, branches joined into one choice. */
export function readActions(value: Value, context: ReadContext): Action[] | undefined {
  const items = itemsOf(value, context, 'a list of actions')
  if (!items) return undefined
  const reading: Reading = { context, actions: [], open: undefined }
  for (const item of items) readItem(reading, item)
  return reading.actions
}

function readItem(reading: Reading, item: Value): void {
  const isMap = item.kind === 'block' || (item.kind === 'inline' && isFlowMap(item.leaf))
  const pairs = isMap ? pairsOf(item, reading.context, '`- ACTION: value` entries') : undefined
  const first = pairs?.[0]
  if (!isMap) refuseKind(item, reading.context, 'a list of actions, `- ACTION: value`')
  if (!pairs || !first) return
  if (!isCondition(first)) reading.open = undefined
  readPairs(reading, pairs, reading.actions)
}

/** The actions of one entry; from a condition on they go into its branch. */
function readPairs(reading: Reading, pairs: readonly Pair[], outer: Action[]): void {
  let target = outer
  let last: Action | undefined
  for (const pair of pairs) {
    const word = wordOf(pair)
    if (CONDITIONS.includes(word)) {
      target = openBranch(reading, pair, word)?.actions ?? []
      last = undefined
    } else if (word === 'DO') target.push(...(readActions(pair.value, within(reading.context, pair)) ?? []))
    else if (ADDITIONS.includes(word) && last) addTo(last, pair, reading.context)
    else {
      last = readAction(pair, word, reading.context)
      if (last) target.push(last)
    }
  }
}

function isCondition(pair: Pair): boolean {
  return CONDITIONS.includes(wordOf(pair))
}

/** Action words are upper case; all lower case is understood too. */
function wordOf(pair: Pair): string {
  return pair.key === pair.key.toLowerCase() ? pair.key.toUpperCase() : pair.key
}

function openBranch(reading: Reading, pair: Pair, word: string): Branch | undefined {
  if (word === 'ELSE') return openElse(reading, pair)
  const when = expression.read(pair.value, within(reading.context, pair))
  const branch: Branch = { when: when ?? 'false', actions: [] }
  if (reading.open && !reading.open.closed) reading.open.branches.push(branch)
  else startChoice(reading, branch)
  return branch
}

function startChoice(reading: Reading, branch: Branch): void {
  const branches = [branch]
  reading.open = { branches, closed: false }
  reading.actions.push({ do: 'branch', branches })
}

function openElse(reading: Reading, pair: Pair): Branch | undefined {
  const { open, context } = reading
  if (!open || open.closed) {
    return refuse(context, {
      code: 'ABL2011',
      span: pair.keySpan,
      message: '`ELSE` follows no `IF` or `WHEN`.',
      hint: 'put it right after the IF it belongs to',
    })
  }
  const branch: Branch = { actions: [] }
  open.branches.push(branch)
  open.closed = true
  if (pair.value.kind !== 'none') branch.actions.push(...readBelow(pair.value, within(context, pair)))
  return branch
}

/** What stands below `ELSE:`: a list of actions, or the keys of some. */
function readBelow(value: Value, context: ReadContext): Action[] {
  if (value.kind === 'block' && value.nodes[0]?.kind === 'pair') {
    const entry: Item = { kind: 'item', value, span: value.span }
    return readActions({ kind: 'block', nodes: [entry], span: value.span }, context) ?? []
  }
  return readActions(value, context) ?? []
}

function readAction(pair: Pair, word: string, context: ReadContext): Action | undefined {
  const read = ACTION_READERS.get(word)
  if (read) return read(pair.value, within(context, pair))
  const known = [...ACTION_WORDS, ...CONDITIONS]
  const message = `\`${shown(pair.key)}\` is no action.`
  return refuse(context, {
    code: 'ABL2011',
    span: pair.keySpan,
    message,
    hint: suggestion(pair.key, known) ?? `actions: ${known.join(', ')}`,
  })
}

function addTo(action: Action, pair: Pair, outer: ReadContext): void {
  const word = wordOf(pair)
  const context = within(outer, pair)
  if (word === 'FORMATS' && action.do === 'respond') action.formats = map(template).read(pair.value, context) ?? []
  else if (word === 'WITH' && (action.do === 'call' || action.do === 'delegate'))
    action.with = assignments.read(pair.value, context) ?? []
  else if (word === 'AS' && (action.do === 'call' || action.do === 'delegate'))
    action.as = path.read(pair.value, context)
  else {
    const message = `\`${word}\` does not go with \`${action.do.toUpperCase()}\`.`
    refuse(outer, {
      code: 'ABL2011',
      span: pair.keySpan,
      message,
      hint: word === 'FORMATS' ? 'FORMATS follows RESPOND' : `${word} follows CALL or DELEGATE`,
    })
  }
}
