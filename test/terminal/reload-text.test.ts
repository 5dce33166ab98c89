import { describe, expect, it } from 'vitest'
import type { Reload } from '../../src/registry/live-registry.ts'
import { reloadText } from '../../src/terminal/reload-text.ts'
import { project } from '../helpers/project.ts'
import { recordingStream } from './stream.ts'

const NOTHING: Reload = { swapped: [], kept: [], removed: [], diagnostics: [], ms: 12.4 }
const { root } = project({ 'agents/shop/actauth.yml': 'bad: x\n' })

function said(parts: Partial<Reload>): Promise<string> {
  return reloadText(root, { ...NOTHING, ...parts }, recordingStream())
}

describe('what is said about a reload', () => {
  it.each([
    ['an agent that runs on its new files', { swapped: ['shop'] }, 'reloaded shop (12 ms)'],
    ['one that is gone', { removed: ['shop'] }, 'shop is gone (12 ms)'],
    ['no change', {}, 'nothing to reload (12 ms)'],
  ])('names %s', async (_what, parts, text) => {
    expect(await said(parts)).toBe(text)
  })

  const problem = (code: string): Pick<Reload, 'diagnostics'> => ({
    diagnostics: [
      {
        code,
        severity: 'error',
        file: 'agents/shop/actauth.yml',
        message: 'Wrong.',
        range: { start: { line: 1, column: 1 }, end: { line: 1, column: 4 } },
      },
    ],
  })

  it('shows what is wrong with new files, with a caret, and that the old ones stay', async () => {
    expect(await said({ kept: ['shop'], ...problem('LOAD_FAILED') })).toBe(
      [
        'shop has errors; the last good one stays (12 ms)',
        'agents/shop/actauth.yml:1:1 error LOAD_FAILED Wrong.',
        '  1 | bad: x',
        '    | ^^^',
      ].join('\n'),
    )
  })

  it('says that broken rules deny everything', async () => {
    expect(await said({ swapped: ['shop'], ...problem('ACTAUTH_UNKNOWN_KEY') })).toMatch(
      /^reloaded shop; no tool runs until the rules are mended \(12 ms\)\n/,
    )
  })

  it('keeps silent about what is only for information', async () => {
    const { diagnostics } = problem('ABL1000')
    const info = diagnostics.map(one => ({ ...one, severity: 'info' as const }))
    expect(await said({ swapped: ['shop'], diagnostics: info })).toBe('reloaded shop (12 ms)')
  })
})
