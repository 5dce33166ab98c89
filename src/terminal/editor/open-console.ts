import type { ChatConsole } from './chat-console.ts'
import type { Complete } from './completion.ts'
import type { History } from './history.ts'

export interface ConsoleOptions {
  plain: boolean
  history: History
  complete: Complete
}

/** The console of this process's terminal. */
export async function openConsole({ plain, ...options }: ConsoleOptions): Promise<ChatConsole> {
  const { stdin, stdout } = process
  if (plain) {
    const { PlainConsole } = await import('./plain-console.ts')
    return new PlainConsole({ stdin, stdout, ...options })
  }
  const { TerminalConsole } = await import('./terminal-console.ts')
  return new TerminalConsole({ stdin, stdout, ...options })
}

/** `--plain`, LOOPENGINE_PLAIN, or a terminal that can't move its cursor. */
export function wantsPlain(flag: boolean, env: NodeJS.ProcessEnv = process.env): boolean {
  return flag || !['', '0', 'false', undefined].includes(env.LOOPENGINE_PLAIN) || env.TERM === 'dumb'
}
