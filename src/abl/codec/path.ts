import { FORBIDDEN_NAMES } from '../expression/ast.ts'
import { shown } from '../scan/report.ts'
import { type Codec, keyOf, type ReadContext, refuse } from './codec.ts'
import { printWord, readText } from './scalar.ts'

const PATH = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\.\d+|\[\d+\])*$/

/** A dot path into the session's variables or a result: `user.id`, `items[0].name`. A leading `session.` is understood. */
export const path: Codec<string> = {
  read(value, context) {
    const found = readText(value, context, 'a dot path')
    if (found === undefined) return undefined
    return toPath(found.text) ?? refusePath(found.text, value.span, context)
  },
  print: printWord,
}

/** The path that a text names, or undefined when it is none. */
export function toPath(text: string): string | undefined {
  const trimmed = text.trim().replace(/^session\./, '')
  if (trimmed.length > 500 || !PATH.test(trimmed)) return undefined
  return trimmed.split(/[.[\]]+/).some(name => FORBIDDEN_NAMES.includes(name)) ? undefined : trimmed
}

export function refusePath(text: string, span: { start: number; end: number }, context: ReadContext): undefined {
  const message = `\`${shown(text)}\` in \`${keyOf(context)}\` is no dot path.`
  return refuse(context, { code: 'ABL2011', span, message, hint: 'write names joined by dots: user.address.city' })
}
