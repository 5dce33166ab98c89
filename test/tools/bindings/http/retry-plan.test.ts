import { describe, expect, it } from 'vitest'
import { abl } from '../../../helpers/abl.ts'
import { httpTool } from '../../../helpers/http-tool.ts'

async function policyOf(properties: string) {
  const tool = await httpTool(abl`
    TOOLS:
      look() -> object
        type: http
        endpoint: "https://shop.example.com/look"
        method: GET
        ${properties.split('\n').join('\n        ')}
  `)
  return tool.executor.policy
}

describe('the policy of an http tool', () => {
  it('has no retries and no limits of its own', async () => {
    expect(await policyOf('description: "x"')).toMatchObject({ retry: { retries: 0 } })
    expect((await policyOf('description: "x"')).timeout).toBe(undefined)
  })

  it('takes timeout, retry and limits from the tool', async () => {
    const policy = await policyOf(
      'timeout: 200\nretry: 3\nretry_delay: 50\nrate_limit: 2\ncircuit_breaker: {threshold: 5, resetMs: 1000}',
    )
    expect(policy).toMatchObject({
      timeout: 200,
      retry: { retries: 3, strategy: 'fixed', delayMs: 50 },
      rateLimit: 2,
      circuitBreaker: { threshold: 5, resetMs: 1000 },
    })
  })

  it('takes the timeout of the hints when the tool has none of its own', async () => {
    expect((await policyOf('hints:\n  timeout: 500')).timeout).toBe(500)
    expect((await policyOf('timeout: 100\nhints:\n  timeout: 500')).timeout).toBe(100)
  })

  it('lets retry_policy win', async () => {
    const policy = await policyOf('retry: 1\nretry_policy: {strategy: exponential, max_retries: 4, jitter: true}')
    expect(policy.retry).toEqual({
      retries: 4,
      strategy: 'exponential',
      delayMs: 1000,
      multiplier: 2,
      maxDelayMs: 30_000,
      jitter: true,
    })
  })
})
