import { isRecord } from '../../core/json.ts'
import { evaluateIn } from '../expression/evaluate.ts'
import { EvaluationProblem } from '../expression/problem.ts'
import { type Run, spend } from '../expression/run.ts'
import { isTruthy } from '../expression/values.ts'
import type { TemplatePart } from './ast.ts'
import { escapeFor, type Place } from './escape.ts'
import { advance, escapeJson, type JsonState } from './json.ts'

/** Characters of a filled template, at most. */
const LONGEST_FILLED = 1_000_000

interface Filling {
  run: Run
  place: Place
  json: JsonState
  pieces: string[]
  length: number
}

/** Fills a template once: what a hole yields is escaped for its place and never scanned again. Throws `EvaluationProblem`. */
export function fillParts(run: Run, parts: readonly TemplatePart[], place: Place): string {
  const filling: Filling = { run, place, json: { inString: false, afterBackslash: false }, pieces: [], length: 0 }
  for (const part of parts) fillPart(filling, part)
  return filling.pieces.join('')
}

function fillPart(filling: Filling, part: TemplatePart): void {
  spend(filling.run)
  if (part.kind === 'text') fillText(filling, part.text)
  else if (part.kind === 'hole') add(filling, escaped(filling, evaluateIn(filling.run, part.expression)))
  else if (part.kind === 'if') fillBranch(filling, part)
  else fillEach(filling, part)
}

function fillText(filling: Filling, text: string): void {
  if (filling.place === 'json') advance(filling.json, text)
  add(filling, text)
}

function escaped(filling: Filling, value: unknown): string {
  return filling.place === 'json' ? escapeJson(filling.json, value) : escapeFor(filling.place, value)
}

function fillBranch(filling: Filling, { branches }: Extract<TemplatePart, { kind: 'if' }>): void {
  const taken = branches.find(branch => !branch.when || isTruthy(evaluateIn(filling.run, branch.when)))
  for (const part of taken?.parts ?? []) fillPart(filling, part)
}

function fillEach(filling: Filling, { items, parts, otherwise }: Extract<TemplatePart, { kind: 'each' }>): void {
  const value = evaluateIn(filling.run, items)
  const list = Array.isArray(value) ? value : []
  if (list.length === 0) for (const part of otherwise) fillPart(filling, part)
  for (const [index, item] of list.entries()) {
    filling.run.locals.push(localsOf(item, index, list.length))
    for (const part of parts) fillPart(filling, part)
    filling.run.locals.pop()
  }
}

/** What names mean inside `{{#each}}`: the item as `this`, its own fields, and its place. */
function localsOf(item: unknown, index: number, count: number): Record<string, unknown> {
  const fields = isRecord(item) ? item : {}
  return { ...fields, this: item, '@index': index, '@first': index === 0, '@last': index === count - 1 }
}

function add(filling: Filling, text: string): void {
  filling.length += text.length
  if (filling.length > LONGEST_FILLED)
    throw new EvaluationProblem(`A filled template may have at most ${LONGEST_FILLED} characters.`)
  filling.pieces.push(text)
}
