import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { shop } from '../helpers/shop.ts'
import { LOOPENGINE, shell } from '../helpers/start-cli.ts'

describe('the stdout of run', () => {
  const { root } = shop()
  const through = (line: string) => {
    return shell(
      `"${process.execPath}" "${LOOPENGINE}" run shop "Where is A-1001?" --model offline --session ${line}`,
      root,
    )
  }

  it.each(['s1 | head -c 1', 's2 --json | head -c 1', 's3 | true'])(
    'may go away (%s): the turn is kept whole',
    async line => {
      const { stderr } = await through(line)
      expect(stderr).not.toMatch(/EPIPE|Error|\bat /)
      const [session = ''] = line.split(' ')
      const shown = await cli(['sessions', 'show', session, '--json'], { cwd: root })
      expect(JSON.parse(shown.stdout)).toMatchObject({ stopReason: 'end_turn' })
    },
  )

  it.skipIf(process.platform !== 'linux')('may be full: exit 1 and one line, without a stack', async () => {
    const { code, stderr } = await through('s4 > /dev/full')
    expect(code).toBe(1)
    expect(stderr.match(/^Error: .*ENOSPC.*$/gm)).toHaveLength(1)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})
