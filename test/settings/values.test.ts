import { describe, expect, it } from 'vitest'
import { NO_SETTINGS, type ProjectSettings } from '../../src/settings/settings.ts'
import { settingsValues } from '../../src/settings/values.ts'

const settings: ProjectSettings = {
  ...NO_SETTINGS,
  config: {
    REGION: { value: 'EU' },
    LIMIT: { value: 5 },
    KEY: { env: 'API_KEY', isSecret: true },
    CITY: { env: 'CITY' },
  },
  credentials: [{ host: 'a.example', type: 'bearer', value: { env: 'TOKEN' } }],
  mcp_servers: { m: { transport: 'stdio', command: 'x', args: [], env: { PASS: { env: 'PASS' } } } },
}

describe('the values of settings', () => {
  it('are those that are declared, and no others', () => {
    const { config } = settingsValues(settings, { API_KEY: 'k', HOME: '/root' })
    expect([config('REGION'), config('LIMIT'), config('KEY')]).toEqual(['EU', '5', 'k'])
    expect([config('HOME'), config('API_KEY'), config('constructor'), config('CITY')]).toEqual(Array(4).fill(undefined))
  })

  it('are read from the environment when they are asked for', () => {
    const env: NodeJS.ProcessEnv = {}
    const { config } = settingsValues(settings, env)
    env.CITY = 'Bonn'
    expect(config('CITY')).toBe('Bonn')
    env.CITY = ''
    expect(config('CITY')).toBeUndefined()
  })

  it('know every secret, and nothing else as one', () => {
    const env = { API_KEY: 'k1', TOKEN: 't1', PASS: 'p1', CITY: 'Bonn' }
    expect(settingsValues(settings, env).secretValues().toSorted()).toEqual(['k1', 'p1', 't1'])
    expect(settingsValues(settings, {}).secretValues()).toEqual([])
  })

  it('fill variables into texts once, and give nothing when one is missing', () => {
    const { text } = settingsValues(settings, { API_KEY: '{{config.REGION}}' })
    expect(text('Bearer {{config.KEY}} {{ config.REGION }}')).toBe('Bearer {{config.REGION}} EU')
    expect(text('{{config.CITY}}')).toBeUndefined()
    expect(text({ env: 'API_KEY' })).toBe('{{config.REGION}}')
    expect(text({ env: 'NO' })).toBeUndefined()
  })
})
