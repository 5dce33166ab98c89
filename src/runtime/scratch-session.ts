import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSessionId } from '../sessions/session-id.ts'
import { SessionLog } from '../sessions/session-log.ts'

/** A session that nobody will look at again, and those beside it. */
export interface ScratchSession {
  /** Opened at the first call; the same one from then on. */
  open(): Promise<SessionLog>
  /** Forgets everything. */
  drop(): Promise<void>
}

/** A place for the agents that run behind a single call: their turns are kept as long as the call takes. */
export function scratchSession(): ScratchSession {
  let opened: Promise<{ folder: string; log: SessionLog }> | undefined
  return {
    open: async () => {
      opened ??= create()
      return (await opened).log
    },
    drop: async () => {
      const made = await opened?.catch(() => undefined)
      await made?.log.close()
      if (made) await rm(made.folder, { recursive: true, force: true })
    },
  }
}

async function create(): Promise<{ folder: string; log: SessionLog }> {
  const folder = await mkdtemp(join(tmpdir(), 'loopengine-call-'))
  const id = newSessionId()
  return { folder, log: await SessionLog.open({ id, path: join(folder, `${id}.jsonl`), shown: id }) }
}
