import { isRecord } from '../../core/json.ts'

const LONGEST_SHOWN = 160

/** Where two JSON values differ, a line each: the path, what was recorded and what is there now. */
export function differences(recorded: unknown, now: unknown, path = ''): string[] {
  if (Object.is(recorded, now)) return []
  const both = (test: (value: unknown) => boolean) => test(recorded) && test(now)
  if (!both(Array.isArray) && !both(isRecord)) return [lineOf(path, recorded, now)]
  const [before, after] = [entriesOf(recorded), entriesOf(now)]
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].flatMap(key => differences(before.get(key), after.get(key), path === '' ? key : `${path}.${key}`))
}

function entriesOf(value: unknown): Map<string, unknown> {
  return new Map(Object.entries(value as object).filter(([, inner]) => inner !== undefined))
}

/** Long texts are shown from shortly before the place where they part. */
function lineOf(path: string, recorded: unknown, now: unknown): string {
  const texts = [recorded, now].map(value => (value === undefined ? 'nothing' : JSON.stringify(value))) as [
    string,
    string,
  ]
  let same = 0
  while (same < texts[0].length && texts[0][same] === texts[1][same]) same++
  const from = same > LONGEST_SHOWN / 2 ? same - 40 : 0
  const [before, after] = texts.map(text => cut(text, from))
  return `${path}: recorded ${before}, now ${after}`
}

function cut(text: string, from: number): string {
  const shown = text.slice(from, from + LONGEST_SHOWN)
  return `${from > 0 ? '…' : ''}${shown}${from + LONGEST_SHOWN < text.length ? '…' : ''}`
}
