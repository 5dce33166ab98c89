/** A record of a CSV text and the line it begins on. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/**
 * RFC 4180: commas, quotes doubled inside quotes, line breaks inside quotes; LF, CRLF and CR end a record. Blank lines
 * are passed over. `unclosed` is the line of a quote that nothing closes.
 */
export function parseCsv(text: string): { records: CsvRecord[]; unclosed?: number } {
  const records: CsvRecord[] = []
  let line = 1
  let current: CsvRecord = { line, cells: [] }
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y
  const source = text.replace(/^\ufeff/, '')
  while (pattern.lastIndex < source.length) {
    const match = pattern.exec(source)
    if (!match) return { records, unclosed: line }
    const [, quoted, plain = '', end] = match
    current.cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'))
    line += lineBreaks(quoted ?? '')
    if (end === ',' && pattern.lastIndex < source.length) continue
    if (end === ',') current.cells.push('')
    if (current.cells.length > 1 || quoted !== undefined || plain.trim() !== '') records.push(current)
    line++
    current = { line, cells: [] }
  }
  return { records }
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
