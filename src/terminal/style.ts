import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Colours a text when the stream is a terminal that wants colours (NO_COLOR, FORCE_COLOR, `--no-color`). */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream): string {
  return styleText(style, text, { stream })
}

/** Control, bidirectional and invisible characters made visible: what comes from a model or a tool can't move the cursor. */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Text on one line, at most `width` characters. */
export function oneLine(text: string, width: number): string {
  const line = visible(text.replaceAll(/\s*\n\s*/g, ' ')).replaceAll('\t', ' ')
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`
}

/** The width of a terminal; 80 where there is none. */
export function widthOf(stream: NodeJS.WriteStream): number {
  return stream.columns || 80
}
