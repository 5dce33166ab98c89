import { afterKey, type CodeStyle, literal, stringLiteral } from './code-style.ts'
import { inputSchemaOf, type Parameter } from './parameter.ts'
import { renderCode } from './render-template.ts'
import type { ToolNames } from './tool-name.ts'

export interface ToolText {
  names: ToolNames
  /** One line. */
  description: string
  parameters: readonly Parameter[]
  safe: boolean
}

/** The file of a new tool, ready to be filled with its work. It type-checks as it is. */
export function toolFile({ names, description, parameters, safe }: ToolText, style: CodeStyle): Promise<string> {
  const bound = parameters.every(({ name }) => canBeBound(name))
  const list = parameters.map(({ name }) => name).join(', ')
  const destructured = parameters.length === 0 ? '()' : `({ ${list} })`
  const returned = parameters.length === 0 ? '{}' : `{ ${list} }`
  return renderCode(
    'tool/tool.ts.template',
    {
      doc: sentence(description).replaceAll('*/', '*\\/'),
      export: names.exp,
      name: stringLiteral(names.tool, style),
      description: afterKey(stringLiteral(description, style), 14, style),
      schema: literal(inputSchemaOf(parameters), style, { column: 16, depth: 1, open: parameters.length > 0 }),
      arguments: bound ? destructured : '(input)',
      result: bound ? returned : 'input',
      safe: safe ? `\n${style.indent}safe: true,` : '',
    },
    style,
  )
}

/** Words that a parameter may be called but a variable may not. */
const UNBINDABLE =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/

function canBeBound(name: string): boolean {
  return !UNBINDABLE.test(name)
}

/** A description that ends as a sentence does. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
