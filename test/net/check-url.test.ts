import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isToolFailure, type ToolFailure } from '../../src/core/tool-failure.ts'
import { AllowList } from '../../src/net/allow-list.ts'
import { checkUrl } from '../../src/net/check-url.ts'

const NOTHING = new AllowList([])

function failureOf(url: string, allowed = NOTHING): ToolFailure | undefined {
  try {
    checkUrl(url, allowed)
    return undefined
  } catch (error) {
    if (!isToolFailure(error)) throw error
    return error
  }
}

interface Case {
  u: string
  e: 'deny-private' | 'reject-invalid' | 'name-with-credentials' | 'name'
}

const corpus = readFileSync(join(import.meta.dirname, '../fixtures/ssrf/expected.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Case)

function casesOf(verdict: Case['e']): string[] {
  return corpus.filter(({ e }) => e === verdict).map(({ u }) => u)
}

describe('checkUrl on the collected payloads', () => {
  it('refuses all 993 private addresses as private', () => {
    const passed = casesOf('deny-private').filter(url => failureOf(url)?.code !== 'ssrf_blocked')
    expect(passed).toEqual([])
    expect(casesOf('deny-private')).toHaveLength(993)
  })

  it('refuses what is no http URL, and not as private', () => {
    const codes = new Set(casesOf('reject-invalid').map(url => failureOf(url)?.code))
    expect(codes).toEqual(new Set(['invalid_url']))
  })

  it('refuses names with credentials for the credentials, and not as private', () => {
    const failures = casesOf('name-with-credentials').map(url => failureOf(url))
    expect(new Set(failures.map(failure => failure?.code))).toEqual(new Set(['invalid_url']))
    expect(failures.filter(failure => !failure?.message.includes('user name or password'))).toEqual([])
  })

  it('leaves plain names to what they resolve to', () => {
    expect(casesOf('name').filter(url => failureOf(url) !== undefined)).toEqual([])
  })
})

const LOCAL = [
  'http://localhost/',
  'http://LOCALHOST:3000/',
  'http://localhost./',
  'http://localhost../',
  'http://a.b.localhost/',
  'http://127.0.0.1../',
  'http://reports.internal/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://printer.local/',
  'http://db.corp./',
  'http://router.home.arpa/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fd00::1]/',
  'http://0/',
  'http://1/',
]

describe('checkUrl', () => {
  it.each(LOCAL)('refuses %s', url => {
    expect(failureOf(url)?.code).toBe('ssrf_blocked')
  })

  it.each([
    'https://api.example.com/v1',
    'http://internal.example.com/',
    'https://8.8.8.8/',
    'https://localhost.example.com/',
  ])('lets %s pass', url => {
    expect(failureOf(url)).toBeUndefined()
  })

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'gopher://x/', 'javascript:1', 'example.com', ''])(
    'refuses %j as no http URL',
    url => {
      expect(failureOf(url)?.code).toBe('invalid_url')
    },
  )

  it('prints the line that allows this machine', () => {
    expect(failureOf('http://localhost:3000/orders?key=1')?.message).toBe(
      [
        'http://localhost:3000 is not reached: localhost is this machine.',
        'If this tool may reach it, add to loopengine.config.yml:',
        'tools:',
        '  allow_hosts: ["localhost:3000"]',
      ].join('\n'),
    )
  })

  it('never shows credentials or a query', () => {
    const shown = ['http://me:canary@example.com/?q=canary', 'ftp://me:canary@h/?canary', 'http://a b/?canary#canary']
    for (const url of shown) expect(failureOf(url)?.message).not.toContain('canary')
  })

  it('lets an allowed host pass at its port only', () => {
    const allowed = new AllowList(['localhost:3000', '10.0.0.7', '[::1]:8080', 'reports.internal'])
    const passing = [
      'http://localhost:3000/',
      'http://localhost.:3000/',
      'http://10.0.0.7:99/',
      'http://0xa.7/',
      'http://[::1]:8080/',
      'https://reports.internal/',
    ]
    const refused = [
      'http://localhost/',
      'http://localhost:3001/',
      'http://10.0.0.8/',
      'http://[::1]/',
      'https://x.reports.internal/',
    ]
    expect(passing.filter(url => failureOf(url, allowed))).toEqual([])
    expect(refused.filter(url => !failureOf(url, allowed))).toEqual([])
  })

  it('reads a missing port as that of the scheme', () => {
    const allowed = new AllowList(['localhost:443'])
    expect(failureOf('https://localhost/', allowed)).toBeUndefined()
    expect(failureOf('http://localhost/', allowed)?.code).toBe('ssrf_blocked')
  })
})
