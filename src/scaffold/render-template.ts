import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../core/package-root.ts'
import type { CodeStyle } from './code-style.ts'

/** The text of a template below `src/templates/`. */
export function readTemplateFile(file: string): Promise<string> {
  return readFile(join(packageRoot(), 'src/templates', file), 'utf8')
}

/**
 * A code template in the style of its neighbours. Each `{{name}}` must be given, and is put in as it is: the indentation of
 * the template alone is changed.
 */
export async function renderCode(file: string, values: Record<string, string>, style: CodeStyle): Promise<string> {
  const { quote, semicolon, indent, lineBreak } = style
  const all: Record<string, string> = { ...values, ';': semicolon, loopengine: `${quote}loopengine${quote}` }
  const template = (await readTemplateFile(file)).replace(/^( {2})+/gm, blanks => indent.repeat(blanks.length / 2))
  const filled = template.replace(/\{\{([\w;]+)\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(all, name) ? all[name] : undefined
    if (value === undefined) throw new TypeError(`The template ${file} needs ${whole}.`)
    return value
  })
  return filled.replaceAll('\n', lineBreak)
}
