import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { shop } from '../helpers/shop.ts'

const EVAL = `version: 1
cases:
  - name: never looks up
    messages: ["What is the status of order A-1001?"]
    expect:
      forbidden: [lookup_order]
`

const FILE = 'agents/shop/evals/orders.eval.yml'

function test(format: string) {
  return cli(['test', '--format', format], { cwd: shop({ [FILE]: EVAL }).root })
}

describe('a failed eval', () => {
  it('is an annotation of GitHub at its line', async () => {
    const { code, stdout } = await test('github')
    expect(code).toBe(4)
    expect(stdout).toMatch(/^::error file=agents\/shop\/evals\/orders\.eval\.yml,line=3,col=5,title=EVAL_FAILED::/m)
  })

  it('is a result of a SARIF log, and nothing else is printed', async () => {
    const { code, stdout } = await test('sarif')
    expect(code).toBe(4)
    expect(JSON.parse(stdout).runs[0].results).toMatchObject([
      { ruleId: 'EVAL_FAILED', locations: [{ physicalLocation: { artifactLocation: { uri: FILE } } }] },
    ])
  })
})
