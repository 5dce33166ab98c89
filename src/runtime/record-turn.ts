import type { Emit } from '../core/event.ts'
import type { TurnRecord, TurnSession } from '../loop/turn.ts'
import type { Entry } from '../sessions/entry.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import { keepVariables } from './keep-variables.ts'

/** Writes a turn's records to the session's log, and the variables whenever a tool changed them. */
export function recorder(session: SessionLog, turn: TurnSession, emit: Emit): (record: TurnRecord) => Promise<void> {
  return async record => {
    await session.append(entryOf(record))
    if (record.type === 'outcome') await keepVariables(session, turn, { tool: record.outcome.call.name, emit })
  }
}

function entryOf(record: TurnRecord): Entry {
  switch (record.type) {
    case 'approval':
      return { ...record, step: 'asked' }
    case 'approval_answer':
      return { ...record, type: 'approval', step: 'answered' }
    case 'question':
      return { ...record, step: 'asked' }
    case 'waiting':
      return { ...record, type: 'note', note: 'waiting' }
    case 'question_answer':
      return { ...record, type: 'question', step: 'answered' }
    default:
      return record
  }
}
