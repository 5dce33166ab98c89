import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkAbl, inputSchema } from '../../src/abl/index.ts'
import { ChangePlan } from '../../src/edit/change-set/change-plan.ts'
import { loadDocument } from '../../src/scaffold/openapi/load-document.ts'
import { operationsOf } from '../../src/scaffold/openapi/operations.ts'
import { planImport } from '../../src/scaffold/openapi/plan-import.ts'
import { schemaCompiler } from '../../src/tools/validate-input.ts'
import { project } from '../helpers/project.ts'
import { CONFIG } from '../scaffold/plan-files.ts'

/** Documents that npm packages carry: too large to be dependencies, so they are fetched. */
const DOCUMENTS = [
  { spec: '@octokit/openapi@23.0.2', file: 'package/generated/api.github.com.json', operations: 1223, tools: 1223 },
  { spec: '@blockfrost/openapi@0.1.93', file: 'package/openapi.yaml', operations: 129, tools: 127 },
  { spec: '@directus/specs@15.2.0', file: 'package/dist/openapi.json', operations: 136, tools: 136 },
]

describe('documents of real APIs', () => {
  it.each(DOCUMENTS)(
    '$spec is imported: each tool checks, and its schema compiles',
    { timeout: 600_000 },
    async wanted => {
      const place = project({ 'agents/shop/index.ts': CONFIG })
      const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', place.root, '--', wanted.spec]
      const archive = execFileSync('npm', pack, { encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
      execFileSync('tar', ['-xzf', join(place.root, archive), '-C', place.root, wanted.file])
      const document = await loadDocument(wanted.file, { root: place.root, from: place.root })
      const operations = operationsOf(document)
      const plan = new ChangePlan(place.root, 'test')
      await planImport(plan, { agent: 'shop', document, operations, kind: 'abl', baseUrl: 'https://api.example.com' })
      const { changes, notes } = plan.changeSet()
      const written = changes.find(({ path }) => path.endsWith('.tools.abl'))
      const file = written?.path ?? ''
      const { tools, diagnostics } = checkAbl(String(written && 'after' in written ? written.after : ''), { file })
      const compiler = schemaCompiler()
      for (const { parameters } of tools) compiler.compile(inputSchema(parameters))
      expect(diagnostics.filter(({ code }) => code !== 'ABL2003')).toEqual([])
      expect({ operations: operations.length, tools: tools.length }).toEqual({
        operations: wanted.operations,
        tools: wanted.tools,
      })
      expect(notes.filter(note => note.includes('is not imported'))).toHaveLength(wanted.operations - wanted.tools)
    },
  )
})
