import { type Diagnostic, rangeAt } from '../../core/diagnostic.ts'
import { isRecord, type JsonSchema } from '../../core/json.ts'
import { keyOf, literalValue } from '../../edit/literal-value.ts'
import { unwrap } from '../../edit/tools-index/find-tools.ts'
import type { ts } from '../../edit/typescript.ts'
import type { LintTool } from '../../permissions/lint/lint-facts.ts'
import type { Located, SourceModules } from './source-modules.ts'

/** A tool as its text tells it: `safe` only when that is written out. */
export interface StaticTool extends LintTool {
  file: string
  line?: number
}

export interface StaticTools {
  tools: StaticTool[]
  /** Places where only code could tell what the tools are. */
  unreadable: Diagnostic[]
}

/** Nothing is known about the arguments. */
const ANY_ARGUMENTS: JsonSchema = { type: 'object', additionalProperties: true }

/** The tools in a list, by the syntax trees of the files that it names. */
export async function staticTools(modules: SourceModules, list: Located): Promise<StaticTools> {
  const found: StaticTools = { tools: [], unreadable: [] }
  await new ToolList(modules, found).read(list)
  return found
}

class ToolList {
  readonly #modules: SourceModules
  readonly #found: StaticTools

  constructor(modules: SourceModules, found: StaticTools) {
    this.#modules = modules
    this.#found = found
  }

  async read(list: Located): Promise<void> {
    const { compiler } = this.#modules
    const located = await this.#modules.follow(list)
    const inner = located && unwrap(compiler, located.expression)
    if (!located || !inner) return this.#unreadable(list)
    if (compiler.isCallExpression(inner)) return this.#readCall(located, inner)
    if (!compiler.isArrayLiteralExpression(inner)) return this.#unreadable(located)
    for (const element of inner.elements) await this.#readElement({ ...located, expression: element })
    for (const expression of this.#pushed(located, inner)) await this.#readElement({ ...located, expression })
  }

  /** `Object.freeze([…])`, `defineTools([…])` hand their list on. */
  async #readCall(located: Located, call: ts.CallExpression): Promise<void> {
    const [first] = call.arguments
    const callee = call.expression.getText(located.source)
    if (!first || !/^Object\s*\.\s*(freeze|seal)$|(^|\.)define\w*$/.test(callee)) return this.#unreadable(located)
    return this.read({ ...located, expression: first })
  }

  async #readElement(element: Located): Promise<void> {
    const { compiler } = this.#modules
    const { expression } = element
    if (compiler.isSpreadElement(expression)) return this.read({ ...element, expression: expression.expression })
    const located = await this.#modules.follow(element)
    const tool = located && (await this.#toolOf(located))
    if (tool) this.#found.tools.push(tool)
    else this.#unreadable(element)
  }

  /** What stands in `tools.push(…)` below the list. */
  #pushed({ source }: Located, list: ts.ArrayLiteralExpression): ts.Expression[] {
    const { compiler } = this.#modules
    let holder: ts.Node = list
    while (!compiler.isSourceFile(holder) && !compiler.isVariableDeclaration(holder)) holder = holder.parent
    const name = compiler.isVariableDeclaration(holder) ? holder.name.getText(source) : undefined
    return source.statements.flatMap(statement => {
      const call = compiler.isExpressionStatement(statement) ? statement.expression : undefined
      const isPush = call && compiler.isCallExpression(call) && call.expression.getText(source) === `${name}.push`
      return isPush ? [...call.arguments] : []
    })
  }

  async #toolOf(located: Located): Promise<StaticTool | undefined> {
    const { compiler } = this.#modules
    const inner = unwrap(compiler, located.expression)
    if (compiler.isObjectLiteralExpression(inner)) return this.#definition(located, inner)
    if (!compiler.isCallExpression(inner)) return undefined
    if (/(^|\.)agentAsTool$/.test(inner.expression.getText(located.source))) return this.#agent(located, inner)
    const objects = inner.arguments.map(argument => unwrap(compiler, argument))
    const definition = objects.find(object => compiler.isObjectLiteralExpression(object))
    return definition && this.#definition(located, definition)
  }

  #definition(located: Located, object: ts.ObjectLiteralExpression): StaticTool | undefined {
    const name = this.#valueOf(object, 'name')
    if (typeof name !== 'string') return undefined
    const schema = this.#valueOf(object, 'input_schema')
    const input_schema = isRecord(schema) ? (schema as JsonSchema) : ANY_ARGUMENTS
    return { ...placed(located, object), name, safe: this.#valueOf(object, 'safe') === true, input_schema }
  }

  /** `agentAsTool(config, { name })`: the option's name, else the agent's with `_`. */
  async #agent(located: Located, call: ts.CallExpression): Promise<StaticTool | undefined> {
    const { compiler } = this.#modules
    const [agent, options] = call.arguments
    const object = options && unwrap(compiler, options)
    const named = object && compiler.isObjectLiteralExpression(object) ? this.#valueOf(object, 'name') : undefined
    const target = named === undefined && agent ? await this.#agentName({ ...located, expression: agent }) : undefined
    const name = typeof named === 'string' ? named : target?.replaceAll('-', '_')
    return name === undefined ? undefined : { ...placed(located, call), name, input_schema: ANY_ARGUMENTS }
  }

  async #agentName(agent: Located): Promise<string | undefined> {
    const { compiler } = this.#modules
    const followed = await this.#modules.follow(agent)
    const inner = followed && unwrap(compiler, followed.expression)
    if (!inner) return undefined
    if (compiler.isStringLiteralLike(inner)) return inner.text
    const name = compiler.isObjectLiteralExpression(inner) ? this.#valueOf(inner, 'name') : undefined
    return typeof name === 'string' ? name : undefined
  }

  #valueOf(object: ts.ObjectLiteralExpression, key: string): unknown {
    const { compiler } = this.#modules
    for (const property of object.properties) {
      if (!compiler.isPropertyAssignment(property) || keyOf(compiler, property.name) !== key) continue
      const reading = literalValue(compiler, property.initializer)
      return reading.kind === 'value' ? reading.value : undefined
    }
    return undefined
  }

  #unreadable({ path, source, expression }: Located): void {
    this.#found.unreadable.push({
      code: 'STATIC_UNREADABLE',
      severity: 'info',
      message: 'Which tools stand here is known only when the code runs, and nothing was run.',
      file: path,
      range: rangeAt(source.text, expression.getStart(source), expression.end),
      hint: 'Without `--static` the agents are loaded.',
    })
  }
}

function placed({ path, source }: Located, node: ts.Node): { file: string; line: number } {
  return { file: path, line: rangeAt(source.text, node.getStart(source), node.end).start.line }
}
