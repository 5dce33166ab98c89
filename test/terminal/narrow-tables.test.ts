import { describe, expect, it } from 'vitest'
import { type SessionRow, sessionTable } from '../../src/terminal/session-row.ts'
import { displayWidth } from '../../src/terminal/text-width.ts'
import { recordingStream } from './stream.ts'

const row: SessionRow = {
  id: '20261201-043840-c81d885e8a',
  agent: 'customer-service',
  startedAt: '2026-12-01T04:38:00.000Z',
  changedAt: '2026-12-01T04:38:00.000Z',
  messages: 2,
  pending: 1,
  title: 'Where is order A-1001 and who ships it?',
}

describe('the table of sessions', () => {
  it('has one line a session where there is room', () => {
    const table = sessionTable([row, row], recordingStream(120))
    expect(table.split('\n')).toHaveLength(2)
    expect(table).toContain('waits for 1')
  })

  it.each([20, 40, 80])('has no line wider than %d columns', columns => {
    const long = { ...row, id: `${row.id}-aec169ec9a` }
    const lines = sessionTable([row, long], recordingStream(columns)).split('\n')
    const wide = lines.filter(line => !line.startsWith('2026') && displayWidth(line) > columns)
    expect(wide).toEqual([])
    expect(lines).toHaveLength(4)
  })

  it('never cuts an id: it is there to be copied', () => {
    expect(sessionTable([row], recordingStream(20))).toContain(row.id)
  })
})
