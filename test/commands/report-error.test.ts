import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportError } from '../../src/commands/report-error.ts'
import { LoopengineError } from '../../src/core/errors.ts'

describe('reportError', () => {
  let printed: { stdout: string; stderr: string }

  beforeEach(() => {
    printed = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      vi.spyOn(process[name], 'write').mockImplementation(text => {
        printed[name] += text
        return true
      })
    }
  })

  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  it('says what, where and the way out, and ends as the error wants', () => {
    const place = { file: 'agents/a/actauth.yml', line: 3, column: 5 }
    const error = new LoopengineError('locked', 'It is locked.', { exitCode: 75, hint: 'Try again.', ...place })
    expect(reportError(error, { json: false })).toBe(75)
    expect(printed.stdout).toBe('')
    for (const part of ['It is locked.', 'agents/a/actauth.yml:3:5', 'Try again.'])
      expect(printed.stderr).toContain(part)
  })

  it('prints one document with json, and the same exit code', () => {
    const error = new LoopengineError('locked', 'It is locked.', { exitCode: 75, hint: 'Try again.' })
    expect(reportError(error, { json: true })).toBe(75)
    expect(printed.stderr).toBe('')
    expect(JSON.parse(printed.stdout)).toEqual({
      error: { code: 'locked', message: 'It is locked.', hint: 'Try again.' },
    })
  })

  it('says an error that nobody foresaw without its stack', () => {
    vi.stubEnv('DEBUG', '')
    expect(reportError(new Error('boom'), { json: false })).toBe(1)
    expect(printed.stderr).toBe('Error: boom\n')
  })

  it('shows the stack with DEBUG', () => {
    vi.stubEnv('DEBUG', 'loopengine')
    reportError(new Error('boom'), { json: false })
    expect(printed.stderr).toMatch(/^\s+at /m)
  })

  it('is silent about an exit that a command asked for', () => {
    const exit = Object.assign(new Error('EEXIT: 3'), { code: 'EEXIT', oclif: { exit: 3 } })
    expect(reportError(exit, { json: false })).toBe(3)
    expect(printed).toEqual({ stdout: '', stderr: '' })
  })

  it('is silent about Ctrl-C in a prompt, and ends with 130', () => {
    const closed = Object.assign(new Error('User force closed the prompt'), { name: 'ExitPromptError' })
    expect(reportError(closed, { json: false })).toBe(130)
    expect(printed).toEqual({ stdout: '', stderr: '' })
  })
})
