import { describe, expect, it } from 'vitest'
import { bundleReferences } from '../../../src/scaffold/openapi/bundle-references.ts'
import { loadDocument } from '../../../src/scaffold/openapi/load-document.ts'
import { chosenOperations, operationsOf } from '../../../src/scaffold/openapi/operations.ts'
import { readDocument } from '../../../src/scaffold/openapi/read-document.ts'
import { readOperation } from '../../../src/scaffold/openapi/read-operation.ts'
import { project } from '../../helpers/project.ts'
import { DESK } from './desk.ts'

async function problemOf(text: string): Promise<unknown> {
  try {
    operationsOf(await readDocument(text, { source: 'x.yaml' }))
    return 'ok'
  } catch (error) {
    const { code, line, message, hint } = error as { code: string; line?: number; message: string; hint: string }
    return { code, line, said: `${message} ${hint}` }
  }
}

describe('readDocument', () => {
  it.each([
    ['YAML that is broken', 'openapi: 3.1.0\npaths: {\n', { code: 'openapi_syntax', line: 3 }],
    ['JSON that is broken', '{"openapi": "3.1.0",\n "paths": {"a" 1}}', { code: 'openapi_syntax', line: 2 }],
    ['a list', '- a\n', { code: 'openapi_document' }],
    ['another document', 'asyncapi: 3.0.0\n', { code: 'openapi_document' }],
    ['Swagger', 'swagger: "2.0"\n', { code: 'openapi_version', said: expect.stringContaining('Convert it') }],
    ['a later version', 'openapi: 4.0.0\n', { code: 'openapi_version' }],
    ['no operations', 'openapi: 3.1.0\npaths: {}\nwebhooks: {a: {post: {}}}\n', { code: 'openapi_empty' }],
    [
      'aliases without end',
      `openapi: 3.1.0\na: &a [1,1,1,1,1,1,1,1,1]\n${'bcdefgh'.replace(/./g, (key, at) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[at]}`)}]\n`)}`,
      { code: 'openapi_syntax' },
    ],
  ])('refuses %s', async (_what, text, problem) => {
    expect(await problemOf(text)).toMatchObject(problem)
  })
})

describe('loadDocument', () => {
  it('says what is wrong with a path or a URL', async () => {
    const place = { root: project().root, from: project().root }
    await expect(loadDocument('none.yaml', place)).rejects.toMatchObject({ code: 'openapi_unreadable', exitCode: 2 })
    await expect(loadDocument('http://127.0.0.1:9/api.json', place)).rejects.toMatchObject({
      code: 'ssrf_blocked',
      hint: expect.stringContaining('allow_hosts: ["127.0.0.1:9"]'),
    })
  })

  it('brings other files of its folder in, and follows nothing else', async () => {
    const place = project({
      'api/openapi.yaml': [
        'openapi: 3.1.0',
        'paths:',
        '  /a: { $ref: "paths.yaml#/a" }',
        '  /b: { get: { parameters: [{ $ref: "http://127.0.0.1:9/p.yaml" }] } }',
        '  /c: { get: { parameters: [{ $ref: "../../../../../../etc/hosts" }] } }',
        '  /d: { get: { parameters: [{ name: q, in: query, schema: { $ref: "#/components/none" } }] } }',
      ].join('\n'),
      'api/paths.yaml': 'a: { get: { operationId: getA, parameters: [{ $ref: "more/p.json" }] } }\n',
      'api/more/p.json': '{"name": "size", "in": "query", "schema": {"$ref": "https://x.example.com/s.json"}}',
    })
    const document = await loadDocument('api/openapi.yaml', { root: place.root, from: place.root })
    const read = operationsOf(document).map(found => readOperation(document, found))
    expect(read.map(({ id, unsupported }) => [id, ...unsupported])).toEqual([
      ['getA', 'The reference https://x.example.com/s.json leads nowhere'],
      ['GET /b', 'The reference http://127.0.0.1:9/p.yaml leads nowhere'],
      ['GET /c', 'The reference ../../../../../../etc/hosts leads nowhere'],
      ['GET /d', 'The reference #/components/none leads nowhere'],
    ])
  })

  it('names a file that is not there', async () => {
    const { root, path } = project()
    await expect(bundleReferences(path('a.yaml'), { a: { $ref: 'none.yaml' } }, root)).rejects.toMatchObject({
      code: 'openapi_reference',
    })
  })
})

describe('chosenOperations', () => {
  it('finds them by id, or by method and path', async () => {
    const all = operationsOf(await readDocument(DESK, { source: 'desk.yaml' }))
    expect(chosenOperations(all, ['upload', 'delete  /tickets/{ticket-id}']).map(({ summary }) => summary)).toEqual([
      '',
      'Remove a ticket',
    ])
    expect(() => chosenOperations(all, ['getTickets'])).toThrow(
      expect.objectContaining({
        code: 'unknown_operation',
        exitCode: 2,
        hint: expect.stringMatching(/^The nearest: getTicket/),
      }),
    )
  })
})
