import { afterKey, type CodeStyle, literal, stringLiteral } from '../code-style.ts'
import { renderCode } from '../render-template.ts'
import { sentence } from '../tool-file.ts'
import { toolNames } from '../tool-name.ts'
import { type HttpTool, requestOf } from './http-tool.ts'

/** The file of an HTTP tool: the request as a literal, and the library does the rest. It type-checks as it is. */
export function httpToolFile(tool: HttpTool, style: CodeStyle): Promise<string> {
  const { name, description, input_schema: schema, responsePath, safe } = tool
  const hasProperties = Object.keys(schema.properties ?? {}).length > 0
  return renderCode(
    'tool/http-tool.ts.template',
    {
      doc: sentence(description).replaceAll('*/', '*\\/'),
      export: toolNames(name).exp,
      name: stringLiteral(name, style),
      description: afterKey(stringLiteral(description, style), 14, style),
      schema: literal(schema, style, { column: 16, depth: 1, open: hasProperties }),
      request: literal(requestOf(tool), style, { column: 50, depth: 2 }),
      path: responsePath === undefined ? '' : `, ${stringLiteral(responsePath, style)}`,
      safe: safe ? `\n${style.indent}safe: true,` : '',
    },
    style,
  )
}
