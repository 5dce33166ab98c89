import { describe, expect, it } from 'vitest'
import { chooseModel, isInteractive } from '../../src/terminal/choose-model.ts'
import { buildAgent } from '../helpers/agent-builder.ts'

const agent = buildAgent()
const base = { LOOPENGINE_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'k' }

describe('the model of a turn', () => {
  it.each([
    ['--model', { flag: 'offline', own: 'openai-compatible/own', env: { LOOPENGINE_MODEL: 'openai/env' } }, 'offline'],
    ['the agent', { own: 'offline', env: { LOOPENGINE_MODEL: 'openai/env' } }, 'offline'],
    ['LOOPENGINE_MODEL', { env: { LOOPENGINE_MODEL: 'openai-compatible/env' } }, 'openai-compatible/env'],
    ['nobody at a terminal, so offline', { env: {}, interactive: true }, 'offline'],
    ['nobody although it is empty, so offline', { env: { LOOPENGINE_MODEL: '' }, interactive: true }, 'offline'],
  ])('is chosen by %s', async (_who, { env, interactive = false, ...choice }: Choice, id) => {
    const model = await chooseModel({
      flag: choice.flag,
      agent: { ...agent, model: choice.own },
      env: { ...base, ...env },
      interactive,
    })
    expect(model.id).toBe(id)
  })

  it('must be chosen without a terminal, whatever keys there are', async () => {
    await expect(chooseModel({ agent, env: base, interactive: false })).rejects.toMatchObject({
      code: 'no_model',
      exitCode: 2,
    })
  })
})

interface Choice {
  flag?: string
  own?: string
  env: Record<string, string>
  interactive?: boolean
}

describe('a person at a terminal', () => {
  it('is not there in CI', () => {
    const { isTTY } = process.stdout
    process.stdout.isTTY = true
    try {
      expect(isInteractive({ CI: 'true' })).toBe(false)
      expect(isInteractive({ CI: 'false' })).toBe(true)
      expect(isInteractive({})).toBe(true)
    } finally {
      process.stdout.isTTY = isTTY
    }
  })
})
