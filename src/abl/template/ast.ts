import type { Expression } from '../expression/ast.ts'

/** A parsed template: text, and holes that are filled once. */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'hole'; expression: Expression }
  /** The first branch that holds; one without `when` is the `{{else}}`. */
  | { kind: 'if'; branches: { when?: Expression; parts: TemplatePart[] }[] }
  | { kind: 'each'; items: Expression; parts: TemplatePart[]; otherwise: TemplatePart[] }
