import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { lastTold, modelServer } from '../helpers/model-server.ts'
import { shop } from '../helpers/shop.ts'
import { startCli } from '../helpers/start-cli.ts'

const server = await modelServer(messages => `I was told: ${lastTold(messages)}`)
const { env } = server

describe('the message of run', () => {
  const { root } = shop()
  const run = (args: string[], input?: string | Buffer) => {
    return cli(['run', 'shop', ...args], { cwd: root, env, ...(input === undefined ? {} : { input: input as string }) })
  }

  it.each([
    ['as an argument', ['hello'], undefined],
    ['from a pipe', [], 'hello\n'],
    ['from a pipe with -', ['-'], ' hello'],
    ['as an argument, whatever is piped in', ['hello'], 'else'],
  ])('comes %s', async (_how, args, input) => {
    expect(await run(args, input)).toMatchObject({ code: 0, stdout: 'I was told: hello\n' })
  })

  it.each([
    ['an empty pipe', [], ''],
    ['blanks', ['  '], undefined],
  ])('is missing with %s', async (_what, args, input) => {
    const { code, stdout, stderr } = await run(args, input)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('The message is empty.')
  })

  it.each([
    ['NUL bytes', Buffer.from('a\0b')],
    ['bytes that are no UTF-8', Buffer.from([0x63, 0x61, 0x66, 0xe9])],
  ])('is refused with %s', async (_what, input) => {
    const { code, stderr } = await run(['-'], input)
    expect(code).toBe(2)
    expect(stderr).toContain('Standard input (the message) is not text.')
  })

  it('is refused when it is huge, without reading to the end', async () => {
    const running = startCli(['run', 'shop', '-'], { cwd: root, env })
    running.child.stdin.write(Buffer.alloc(3_000_000, 'a'))
    const { code, stderr } = await running.ended
    expect(code).toBe(2)
    expect(stderr).toContain('larger than 1024 KB')
  })
})

describe('the model of run', () => {
  it.each([
    ['no terminal', {}],
    ['CI', { CI: '1' }],
  ])('has to be chosen with %s', async (_what, extra) => {
    const { code, stdout, stderr } = await cli(['run', 'shop', 'hi'], {
      cwd: shop().root,
      env: { OPENAI_API_KEY: 'never a choice', ...extra },
    })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('--model')
    expect(stderr).toContain('LOOPENGINE_MODEL')
  })

  it('comes from .env, unless the environment says another', async () => {
    const { root } = shop({ '.env': `LOOPENGINE_MODEL=offline\nLOOPENGINE_BASE_URL=${server.url}\n` })
    expect((await cli(['run', 'shop', 'hello'], { cwd: root })).stdout).not.toContain('I was told')
    const other = await cli(['run', 'shop', 'hello'], { cwd: root, env: { LOOPENGINE_MODEL: server.model } })
    expect(other.stdout).toBe('I was told: hello\n')
  })
})
