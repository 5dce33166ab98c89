import { describe, expect, it } from 'vitest'
import { ChangePlan } from '../../../src/edit/change-set/change-plan.ts'
import { textsAfter } from '../../../src/edit/change-set/project-texts.ts'
import { verifyTexts } from '../../../src/edit/verify/verify-texts.ts'
import { project } from '../../helpers/project.ts'

const TOOLS = 'agents/shop/tools'
const INDEX = "import { ping } from './ping.js'\nexport const tools = [ping]\n"
const PING = "export const ping = defineTool({ name: 'ping' })\n"

/** `CODE file:line` of what is wrong after `changes` on top of `files`. */
async function problems(files: Record<string, string>, changes: Record<string, string | undefined>): Promise<string[]> {
  const plan = new ChangePlan(project(files).root, 'test')
  for (const [path, text] of Object.entries(changes))
    await (text === undefined ? plan.remove(path) : plan.write(path, text))
  const found = await verifyTexts(textsAfter(plan.changeSet()))
  return found.map(({ code, file, range }) => `${code} ${file}${range ? `:${range.start.line}` : ''}`)
}

describe('verifyTexts', () => {
  it('finds nothing wrong with a tool and its entry', async () => {
    expect(await problems({}, { [`${TOOLS}/ping.ts`]: PING, [`${TOOLS}/index.ts`]: INDEX })).toEqual([])
  })

  it('finds text that does not parse, at its line', async () => {
    expect(await problems({}, { 'a.ts': 'const a = 1\nconst = 2\n' })).toContain('SYNTAX_ERROR a.ts:2')
  })

  it('finds an import of a file that is not there', async () => {
    expect(await problems({}, { [`${TOOLS}/index.ts`]: INDEX })).toEqual([`MISSING_MODULE ${TOOLS}/index.ts:1`])
  })

  it('finds an import of a name that is not exported', async () => {
    const files = { [`${TOOLS}/ping.ts`]: 'export const pong = 1\n' }
    expect(await problems(files, { [`${TOOLS}/index.ts`]: INDEX })).toEqual([`MISSING_EXPORT ${TOOLS}/index.ts:1`])
  })

  it.each([
    "export * from './other.js'\n",
    'module.exports = { ping: 1 }\n',
    'const ping = 1\nexport { ping }\n',
    'export const { ping } = all\n',
    'export interface ping {}\n',
  ])('is content with %j', async text => {
    expect(await problems({ [`${TOOLS}/ping.ts`]: text }, { [`${TOOLS}/index.ts`]: INDEX })).toEqual([])
  })

  it('finds what is wrong in ABL files, and an agent file that imports a tool which goes', async () => {
    const agent = { 'agents/shop/agent.abl': 'TOOLS:\n  file: "./tools/a.tools.abl" [ping]\n' }
    expect(await problems(agent, { [`${TOOLS}/a.tools.abl`]: 'TOOLS:\n  ping()\n    type: htp\n' })).toContain(
      `ABL2011 ${TOOLS}/a.tools.abl:3`,
    )
    expect(await problems(agent, { [`${TOOLS}/a.tools.abl`]: 'TOOLS:\n' })).toEqual(['ABL3002 agents/shop/agent.abl:2'])
  })

  it('finds two files that give one tool name', async () => {
    const files = { [`${TOOLS}/ping.ts`]: PING, [`${TOOLS}/pong.ts`]: PING.replace('const ping', 'const pong') }
    const index = INDEX.replace('\n', "\nimport { pong } from './pong.js'\n")
    expect(await problems(files, { [`${TOOLS}/index.ts`]: index })).toEqual([`TOOL_TWICE ${TOOLS}/index.ts`])
  })

  it('finds another file that imports one that goes', async () => {
    const files = { [`${TOOLS}/ping.ts`]: PING, 'lib/use.ts': `import { ping } from '../${TOOLS}/ping.js'\n` }
    expect(await problems(files, { [`${TOOLS}/ping.ts`]: undefined })).toEqual(['MISSING_MODULE lib/use.ts:1'])
  })

  it('finds another file that imports an export that goes', async () => {
    const files = { 'lib/index.ts': 'export const a = 1\n', 'use.ts': "import { a } from './lib'\n" }
    expect(await problems(files, { 'lib/index.ts': 'export const b = 1\n' })).toEqual(['MISSING_EXPORT use.ts:1'])
  })

  it('finds rules that deny everything because they are broken', async () => {
    const found = await problems({}, { 'agents/shop/actauth.yml': 'rules:\n  - scope: */*\n' })
    expect(found.some(problem => problem.startsWith('ACTAUTH_'))).toBe(true)
  })

  it('finds JSON that does not parse', async () => {
    expect(await problems({}, { 'package.json': '{' })).toEqual(['SYNTAX_ERROR package.json'])
  })
})
