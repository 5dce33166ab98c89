import { unwrap } from './tools-index/find-tools.ts'
import type { Compiler, ts } from './typescript.ts'

/** What an expression says by itself; `unknown` when only running it could tell. */
export type LiteralReading = { kind: 'value'; value: unknown } | { kind: 'unknown'; node: ts.Node }

/** The value of an expression that is made of literals alone: texts, numbers, true, false, null, lists, objects. */
export function literalValue(compiler: Compiler, expression: ts.Expression): LiteralReading {
  const node = unwrap(compiler, expression)
  if (compiler.isStringLiteralLike(node)) return { kind: 'value', value: node.text }
  if (compiler.isArrayLiteralExpression(node)) return listValue(compiler, node)
  if (compiler.isObjectLiteralExpression(node)) return objectValue(compiler, node)
  const number = numberOf(compiler, node)
  if (number !== undefined) return { kind: 'value', value: number }
  const { SyntaxKind } = compiler
  if (node.kind === SyntaxKind.TrueKeyword) return { kind: 'value', value: true }
  if (node.kind === SyntaxKind.FalseKeyword) return { kind: 'value', value: false }
  return node.kind === SyntaxKind.NullKeyword ? { kind: 'value', value: null } : { kind: 'unknown', node }
}

function listValue(compiler: Compiler, { elements }: ts.ArrayLiteralExpression): LiteralReading {
  const values: unknown[] = []
  for (const element of elements) {
    const reading = literalValue(compiler, element)
    if (reading.kind === 'unknown') return reading
    values.push(reading.value)
  }
  return { kind: 'value', value: values }
}

function objectValue(compiler: Compiler, { properties }: ts.ObjectLiteralExpression): LiteralReading {
  const value: Record<string, unknown> = Object.create(null)
  for (const property of properties) {
    const key = compiler.isPropertyAssignment(property) ? keyOf(compiler, property.name) : undefined
    if (key === undefined || !compiler.isPropertyAssignment(property)) return { kind: 'unknown', node: property }
    const reading = literalValue(compiler, property.initializer)
    if (reading.kind === 'unknown') return reading
    value[key] = reading.value
  }
  return { kind: 'value', value: { ...value } }
}

function numberOf(compiler: Compiler, node: ts.Expression): number | undefined {
  if (compiler.isNumericLiteral(node)) return Number(node.text)
  const isMinus = compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.MinusToken
  return isMinus && compiler.isNumericLiteral(node.operand) ? -Number(node.operand.text) : undefined
}

/** The name of a property, unless it is computed. */
export function keyOf(compiler: Compiler, name: ts.PropertyName): string | undefined {
  if (compiler.isComputedPropertyName(name) || compiler.isPrivateIdentifier(name)) return undefined
  return name.text
}
