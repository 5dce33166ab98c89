import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeFrame, type Diagnostic, locate } from '../core/diagnostic.ts'
import { styled } from './style.ts'
import { visible } from './visible.ts'

const COLOURS = { error: 'red', warning: 'yellow', info: 'gray' } as const

/** Problems for people: place, what is wrong, the line with a caret, the way out. Files are relative to `root`. */
export async function describeDiagnostics(
  root: string,
  diagnostics: readonly Diagnostic[],
  stream: NodeJS.WriteStream,
): Promise<string> {
  const described = diagnostics.map(async diagnostic => {
    const text = diagnostic.range ? await readFile(join(root, diagnostic.file), 'utf8').catch(() => '') : ''
    return describeDiagnostic(diagnostic, text, stream)
  })
  return (await Promise.all(described)).join('\n')
}

/** `text`: the file's text; without it no line is shown. */
export function describeDiagnostic(diagnostic: Diagnostic, text: string, stream: NodeJS.WriteStream): string {
  const { severity, code, message, range, hint } = diagnostic
  const frame = range && text ? codeFrame(text, range) : ''
  const title = `${styled('bold', locate(diagnostic), stream)} ${styled(COLOURS[severity], severity, stream)} ${code}`
  return [`${title} ${visible(message)}`, indented(visible(frame)), indented(visible(hint ?? ''))]
    .filter(part => part !== '')
    .join('\n')
}

function indented(text: string): string {
  return text === '' ? '' : text.replaceAll(/^/gm, '  ')
}
