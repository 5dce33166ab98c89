import type { TextProblem } from '../expression/ast.ts'
import { parseExpression } from '../expression/parse.ts'
import { type NameUse, namesIn } from '../expression/walk.ts'
import type { Leaf, Value } from '../scan/node.ts'
import { quote, readQuoted } from '../scan/quoted.ts'
import type { AssignedValue } from '../spec.ts'
import { parseTemplate } from '../template/parse.ts'
import { type Codec, type ReadContext, refuse, refuseKind } from './codec.ts'
import { type PlacedText, plainText, printText, readText } from './scalar.ts'

/**
 * An expression: written bare, or as one double-quoted text whose content is the expression. A text literal therefore
 * stands in two kinds of quotes: `"'EU'"`.
 */
export const expression: Codec<string> = {
  read(value, context) {
    const placed = readExpression(value, context)
    return placed && checkExpression(placed, context)
  },
  print: text => (isPlainExpression(text) ? text : quote(text)),
}

/** An expression as it is written, so that `"failed"` is a text; a quoted text with `{{…}}` in it is a template. */
export const assigned: Codec<AssignedValue> = {
  read(value, context) {
    if (value.kind === 'pipe') return readTemplate(value, context)
    if (value.kind !== 'inline') return refuseKind(value, context, 'an expression')
    const isTemplate =
      /^["']/.test(value.leaf.text) && value.leaf.text.includes('{{') && readQuoted(value.leaf).kind === 'quoted'
    if (isTemplate) return readTemplate(value, context)
    const text = checkExpression(oneLine(value.leaf), context)
    return text === undefined ? undefined : { kind: 'expression', text }
  },
  print: ({ kind, text }) => (kind === 'template' ? quote(text) : text),
}

/** Text with `{{…}}` in it. Which names may stand there is the same everywhere; which have a value is not. */
export const template: Codec<string> = {
  read(value, context) {
    const placed = readText(value, context)
    return placed && checkTemplate(placed, context)
  },
  print: printText,
}

function readTemplate(value: Value, context: ReadContext): AssignedValue | undefined {
  const text = template.read(value, context)
  if (text === undefined) return undefined
  return text.includes('{{') ? { kind: 'template', text } : { kind: 'expression', text: quote(text) }
}

function readExpression(value: Value, context: ReadContext): PlacedText | undefined {
  if (value.kind !== 'inline')
    return value.kind === 'pipe' ? readText(value, context) : refuseKind(value, context, 'an expression')
  const { leaf } = value
  if (!leaf.text.startsWith('"')) return oneLine(leaf)
  const found = readQuoted(leaf)
  if (found.kind === 'broken') return refuse(context, found.problem)
  if (found.kind !== 'quoted') return oneLine(leaf)
  return { text: found.text, quoted: true, place: index => found.offsets[index] ?? leaf.end - 1 }
}

/** An expression that spans lines, on one line of the same length. */
function oneLine(leaf: Leaf): PlacedText {
  return plainText({ ...leaf, text: leaf.text.replaceAll('\n', ' ') })
}

/** Reports what is wrong with an expression and notes the names it refers to. */
export function checkExpression(placed: PlacedText, context: ReadContext): string | undefined {
  const { expression: parsed, problems } = parseExpression(placed.text)
  report(problems, placed, context)
  if (!parsed) return undefined
  note(namesIn(parsed), { placed, context })
  return placed.text
}

export function checkTemplate(placed: PlacedText, context: ReadContext): string | undefined {
  const { parts, expressions, problems } = parseTemplate(placed.text)
  report(problems, placed, context)
  for (const { expression: parsed, at } of expressions) note(namesIn(parsed), { placed, context, from: at })
  return parts && placed.text
}

function report(problems: readonly TextProblem[], placed: PlacedText, context: ReadContext): void {
  for (const { start, end, message, hint, severity } of problems) {
    const from = placed.place(start)
    const span = { start: from, end: Math.max(from + 1, placed.place(Math.max(start, end - 1)) + 1) }
    context.report.add({ code: 'ABL2013', span, message, ...(hint ? { hint } : {}), ...(severity ? { severity } : {}) })
  }
}

function note(
  names: readonly NameUse[],
  { placed, context, from = 0 }: { placed: PlacedText; context: ReadContext; from?: number },
): void {
  for (const { root, path, at } of names) {
    const start = placed.place(from + at)
    const span = { start, end: start + root.length }
    if (root === '_secret') reportNewer(context, span)
    if (path[0] === undefined) continue
    if (root === 'config') context.references.push({ kind: 'config', name: path[0], span })
    if (root === 'input') context.references.push({ kind: 'parameter', name: path[0], span })
  }
}

function reportNewer(context: ReadContext, span: { start: number; end: number }): void {
  const message = '`_secret` belongs to a newer version of the language and has no value here.'
  context.report.add({ code: 'ABL2009', span, message, hint: 'declare a secret variable and write {{config.NAME}}' })
}

/** Whether an expression reads back from a bare value or list entry as the same text. */
function isPlainExpression(text: string): boolean {
  return (
    /^[A-Za-z0-9_(!-][A-Za-z0-9_.()<>=!+*/% -]*$/.test(text) &&
    text === text.trim() &&
    isBalanced(text) &&
    !text.startsWith('- ')
  )
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')' && --depth < 0) return false
  }
  return depth === 0
}
