import { displayWidth, oneLine } from '../text-width.ts'

/** What could stand in place of the text from `start` to the cursor. */
export interface Candidates {
  start: number
  /** Whole replacements. One that ends in `/` goes on. */
  texts: string[]
  /** How each is shown, where that is not the text itself. */
  labels?: string[]
}

/** Finds what the text before the cursor could become. */
export type Complete = (text: string, cursor: number) => Candidates | Promise<Candidates | undefined> | undefined

/** What all of the texts begin with. */
export function commonStart(texts: readonly string[]): string {
  let common = texts[0] ?? ''
  for (const text of texts) while (!text.startsWith(common)) common = [...common].slice(0, -1).join('')
  return common
}

const MOST_ROWS = 6

/** Candidates in columns, the chosen one marked; those that find no room are counted. */
export function candidateRows(labels: readonly string[], chosen: number | undefined, columns: number): string[] {
  const width = Math.min(columns - 2, Math.max(...labels.map(label => displayWidth(label))) + 4)
  const across = Math.max(1, Math.floor(columns / width))
  const page = across * MOST_ROWS
  const from = chosen === undefined ? 0 : Math.floor(chosen / page) * page
  const cells = labels.slice(from, from + page).map((label, index) => {
    const mark = from + index === chosen ? '❯ ' : '  '
    const cell = mark + oneLine(label, width - 3)
    return cell + ' '.repeat(Math.max(0, width - displayWidth(cell)))
  })
  const rows: string[] = []
  for (let at = 0; at < cells.length; at += across)
    rows.push(
      cells
        .slice(at, at + across)
        .join('')
        .trimEnd(),
    )
  const left = labels.length - from - cells.length
  return left > 0 || from > 0 ? [...rows, `  … ${labels.length} in all`] : rows
}
