/** The syntax tree of an expression. Chains are flat, so that its depth is bounded by brackets, not by length. */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null | undefined }
  | { kind: 'list'; items: Expression[] }
  | { kind: 'object'; entries: { name: string; value: Expression }[] }
  /** A name and what is read from it; `at` is its offset in the text. */
  | { kind: 'name'; name: string; at: number }
  | { kind: 'access'; target: Expression; steps: Step[] }
  | { kind: 'call'; name: string; arguments: Expression[] }
  | { kind: 'not' | 'negate'; operand: Expression }
  | { kind: 'and' | 'or'; operands: Expression[] }
  | { kind: 'arithmetic'; first: Expression; rest: { operator: ArithmeticOperator; operand: Expression }[] }
  | { kind: 'compare'; operator: CompareOperator; left: Expression; right: Expression }
  | { kind: 'in'; negated: boolean; left: Expression; right: Expression }
  | { kind: 'isSet'; negated: boolean; operand: Expression }
  | { kind: 'isNumber'; operand: Expression }

export type Step =
  | { kind: 'member'; name: string }
  | { kind: 'index'; index: Expression }
  | { kind: 'method'; name: MethodName; argument: Expression }

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'
export type MethodName = 'contains' | 'matches' | 'startsWith' | 'endsWith'
export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | MethodName

export const METHODS: readonly MethodName[] = ['contains', 'matches', 'startsWith', 'endsWith']

/** Names that never lead anywhere: they would reach the machinery of JavaScript. */
export const FORBIDDEN_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype']

/** Words that begin a path of their own; used without a member, a parameter of the same name comes first. */
export const ROOTS: readonly string[] = ['session', 'config', 'input', 'result', 'error']

/** Something wrong in a text, by offsets into it. */
export interface TextProblem {
  start: number
  end: number
  message: string
  hint?: string
  severity?: 'warning'
}
