/** How code beside the new file is written. */
export interface CodeStyle {
  quote: "'" | '"'
  semicolon: '' | ';'
  indent: string
  lineBreak: string
}

export const PLAIN_STYLE: CodeStyle = { quote: "'", semicolon: '', indent: '  ', lineBreak: '\n' }

/** The habits of a file, told by its import statements and its first indented line. */
export function codeStyleOf(text: string | undefined): CodeStyle {
  if (text === undefined) return PLAIN_STYLE
  const imports = text.match(/^(import|export) .*from (['"]).*$/gm) ?? []
  const last = imports.at(-1)?.trimEnd() ?? text.match(/^(?:export )?const .*[;\])}]\s*$/m)?.[0].trimEnd()
  return {
    quote: (last && /(['"])[^'"]*['"];?$/.exec(last)?.[1]) === '"' ? '"' : "'",
    semicolon: last?.endsWith(';') ? ';' : '',
    indent: /^(\t| {2,8})[^\s*]/m.exec(text)?.[1] ?? '  ',
    lineBreak: /\r\n/.test(text) ? '\r\n' : '\n',
  }
}

const WIDTH = 100

/** A text as a literal; the other kind of quotes when that needs no backslash. */
export function stringLiteral(text: string, { quote }: CodeStyle): string {
  const other = quote === "'" ? '"' : "'"
  const best = text.includes(quote) && !text.includes(other) ? other : quote
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[\u2028\u2029\u007f-\u009f]/g, escaped)
  return `${best}${inner.replaceAll(best, `\\${best}`)}${best}`
}

/** A literal behind the key and colon of a top-level object: on the same line, or on the next where it is long. */
export function afterKey(literalText: string, column: number, { indent }: CodeStyle): string {
  const fits = column + literalText.length + 2 <= WIDTH || literalText.startsWith('`')
  return fits ? ` ${literalText}` : `\n${indent}${indent}${literalText}`
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A JSON value as code, on one line where it fits behind `column`; keys of `open` objects always get lines of their own. */
export function literal(
  value: unknown,
  style: CodeStyle,
  place: { column: number; depth: number; open?: boolean },
): string {
  const line = inline(value, style)
  if (!place.open && place.column + line.length <= WIDTH) return line
  const inner = style.indent.repeat(place.depth + 1)
  const close = style.indent.repeat(place.depth)
  if (Array.isArray(value)) {
    const items = value.map(item => literal(item, style, { column: inner.length, depth: place.depth + 1 }))
    return `[\n${items.map(item => `${inner}${item},\n`).join('')}${close}]`
  }
  if (typeof value !== 'object' || value === null) return line
  const entries = Object.entries(value).map(([key, item]) => {
    const head = `${inner}${keyText(key, style)}: `
    const open = key === 'properties' && typeof item === 'object' && item !== null && Object.keys(item).length > 0
    return `${head}${literal(item, style, { column: head.length + 1, depth: place.depth + 1, open })},\n`
  })
  return `{\n${entries.join('')}${close}}`
}

function inline(value: unknown, style: CodeStyle): string {
  if (typeof value === 'string') return stringLiteral(value, style)
  if (Array.isArray(value)) return `[${value.map(item => inline(item, style)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, item]) => `${keyText(key, style)}: ${inline(item, style)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

function keyText(key: string, style: CodeStyle): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringLiteral(key, style)
}
