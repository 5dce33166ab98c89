import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ChangePlan } from '../../src/edit/change-set/change-plan.ts'
import { planAddAgent, planAddSubagent } from '../../src/scaffold/add-agent.ts'
import { planAddTool } from '../../src/scaffold/add-tool.ts'
import { planAddHttpTool } from '../../src/scaffold/http-tool/add-http-tool.ts'
import { operationsOf } from '../../src/scaffold/openapi/operations.ts'
import { planImport } from '../../src/scaffold/openapi/plan-import.ts'
import { readDocument } from '../../src/scaffold/openapi/read-document.ts'
import { project } from '../helpers/project.ts'
import { DESK } from './openapi/desk.ts'

const repository = join(import.meta.dirname, '../..')

/** The part of the package's entry that generated code uses: the whole would take the compiler half a minute. */
const ENTRY = [
  `export { defineTool } from '${repository}/src/tools/define-tool.ts'`,
  `export { httpRequest } from '${repository}/src/tools/http-tool/http-request.ts'`,
  `export { httpResult } from '${repository}/src/tools/http-tool/http-result.ts'`,
  `import type { GuardedFetch } from '${repository}/src/net/guarded-fetch.ts'`,
  'export declare const guardedFetch: GuardedFetch',
  `export type { ToolDefinition } from '${repository}/src/core/tool.ts'`,
  `export type { AgentConfig } from '${repository}/src/core/agent.ts'`,
].join('\n')

/** What the compiler says about these files, with `loopengine` being `entry`. */
function typeErrors(files: string[], entry: string): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    types: ['node'],
    typeRoots: [join(repository, 'node_modules/@types')],
    paths: { loopengine: [entry] },
  })
  const own = ts.getPreEmitDiagnostics(program).filter(({ file }) => file && files.includes(file.fileName))
  return own.map(({ file, messageText }) => `${file?.fileName} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}

describe('generated code', () => {
  it('type-checks as it is, for every kind of parameter', { timeout: 120_000 }, async () => {
    const folder = project({ 'package.json': '{"type":"module"}' })
    const plan = new ChangePlan(folder.root, 'test')
    await planAddAgent(plan, { name: 'shop', prompt: 'Help.', model: 'offline' })
    for (const { path, ...change } of plan.changeSet().changes)
      folder.write(path, String('after' in change && change.after))
    const tools = new ChangePlan(folder.root, 'test')
    const common = { agent: 'shop', description: 'Do it', safe: true }
    const parameters = [
      'a:string',
      'b:number?',
      'c?:boolean',
      'd:date',
      'e:x|y',
      'f:string[]',
      'g:(x|y)[]?',
      'h:integer',
    ]
    await planAddTool(tools, { ...common, name: 'all-kinds', parameters })
    await planAddTool(tools, { ...common, name: 'delete', parameters: ['class:string'] })
    await planAddTool(tools, { ...common, name: 'nothing', parameters: [] })
    const child = { parent: 'shop', name: 'returns', prompt: 'x', toolDescription: 'y', decision: 'ask' } as const
    await planAddSubagent(tools, child)
    await planAddHttpTool(tools, {
      ...common,
      name: 'pay',
      method: 'POST',
      url: 'https://x.example.com/{a}?b={b}',
      headers: ['X-C: {{C}}'],
      body: '{"d": "{d}", "e": [{"f": "{f}"}]}',
      responsePath: 'data[0]',
      parameters: ['d:number', 'f:string[]?'],
    })
    const document = await readDocument(DESK, { source: 'desk.yaml' })
    await planImport(tools, { agent: 'shop', document, operations: operationsOf(document), kind: 'http' })
    for (const { path, ...change } of tools.changeSet().changes)
      folder.write(path, String('after' in change && change.after))
    const files = folder
      .files()
      .filter(file => file.endsWith('.ts'))
      .map(folder.path)
    expect(files).toHaveLength(14)
    folder.write('loopengine.ts', ENTRY)
    expect(typeErrors(files, folder.path('loopengine.ts'))).toEqual([])
  })
})
