import { lineNumber } from '../edit/text.ts'
import { unwrap } from '../edit/tools-index/find-tools.ts'
import { type Compiler, loadCompiler, type ts } from '../edit/typescript.ts'

/** What an agent's `config` says about itself, as far as its text tells. */
export interface ConfigFacts {
  /** Where `tools` stands in it. */
  toolsLine: number | undefined
  rulesLine: number | undefined
}

/** Reads the syntax tree only; a config that is built by code has no facts. */
export async function configFacts(text: string | undefined): Promise<ConfigFacts> {
  const compiler = await loadCompiler()
  const source = compiler.createSourceFile('index.ts', text ?? '', compiler.ScriptTarget.Latest, true)
  const config = configObject(compiler, source)
  const lineOf = (name: string): number | undefined => {
    const property = config?.properties.find(candidate => candidate.name?.getText(source) === name)
    return property && lineNumber(source.text, property.getStart(source))
  }
  return { toolsLine: lineOf('tools'), rulesLine: lineOf('rules') }
}

function configObject(compiler: Compiler, source: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  for (const statement of source.statements) {
    if (!compiler.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (name.getText(source) !== 'config' || !initializer) continue
      const value = unwrap(compiler, initializer)
      const object = compiler.isCallExpression(value) ? value.arguments[0] : value
      if (object && compiler.isObjectLiteralExpression(object)) return object
    }
  }
  return undefined
}
