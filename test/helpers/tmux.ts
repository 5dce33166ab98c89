import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { cleanEnvironment, ensureBuilt } from './cli.ts'
import { LOOPENGINE } from './start-cli.ts'

export interface TerminalOptions {
  cwd: string
  env?: Record<string, string>
  /** @default 80 */
  columns?: number
  /** @default 24 */
  rows?: number
}

/** A real terminal with one command line in it, seen and used as a person would. */
export interface Terminal {
  /** Types text as it is. */
  type(text: string): void
  /** Presses keys by tmux's names: `Enter`, `Up`, `C-c`, `C-d`, `Escape`. */
  press(...keys: string[]): void
  /** Types a line and presses Enter, once the prompt is there. */
  say(text: string): Promise<void>
  /** Pastes text at once, as a terminal does it. */
  paste(text: string): void
  /** The same, marked as a paste where the program asked for marks. */
  pasteMarked(text: string): void
  /** Keeps everything that is sent to the terminal from now on, byte by byte. */
  record(name: string): void
  /** Where the recording lies. */
  recorded(name: string): string
  /** Makes the terminal narrower or wider. */
  resize(columns: number, rows: number): void
  /** What is on the screen now, without blanks at the ends of lines. */
  screen(): string
  /** The same with its colours, as escape sequences. */
  colours(): string
  /** Where the cursor stands, from 0. */
  cursor(): { column: number; row: number }
  /** Everything since the start, lines that the terminal broke joined again. */
  all(): string
  /** Waits until the whole text holds this; returns it. */
  waitFor(wanted: string | RegExp): Promise<string>
  /** Waits until the last line is an empty prompt. */
  waitForPrompt(): Promise<void>
  /** Waits until the process has ended; returns its exit code. */
  exitCode(): Promise<number>
  /** Ends the process in it at once, as a crash would. */
  kill(): void
}

const LIMIT_MS = 25_000
const opened: { socket: string; folder: string }[] = []

/** Closes every terminal after each test; to be called once in a test file that opens some. */
export function closeTerminals(): void {
  afterEach(() => {
    for (const { socket, folder } of opened.splice(0)) {
      spawnSync('tmux', ['-L', socket, 'kill-server'])
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

export function hasTmux(): boolean {
  return spawnSync('tmux', ['-V']).status === 0
}

/** Starts `loopengine ARGS` in a terminal of its own. */
export function openTerminal(args: string[], options: TerminalOptions): Terminal {
  ensureBuilt()
  const { cwd, env = {}, columns = 80, rows = 24 } = options
  const folder = mkdtempSync(join(tmpdir(), 'loopengine-terminal-'))
  const socket = basename(folder)
  const pidFile = join(folder, 'pid')
  opened.push({ socket, folder })
  const tmux = (words: string[], input = ''): string => {
    return execFileSync('tmux', ['-L', socket, '-f', '/dev/null', '-u', ...words], { encoding: 'utf8', input })
  }
  const command: Tmux = (...words) => tmux(words)
  const variables = Object.entries({ ...cleanEnvironment(), TERM: 'tmux-256color', ...env })
  const program = ['env', '-i', ...variables.map(([name, value]) => `${name}=${value}`), process.execPath, LOOPENGINE]
  const begin = ['sh', '-c', `echo $$ > ${pidFile}; exec "$@"`, 'sh']
  const line = `${[...begin, ...program, ...args].map(quoted).join(' ')}; echo "[exit $?]"; exec sleep 600`
  const size = ['-x', String(columns), '-y', String(rows)]
  command('new-session', '-d', '-s', 'main', ...size, '-c', cwd, line)
  return {
    ...keyboard(command, text => tmux(['load-buffer', '-'], text)),
    ...eyes(command),
    record: name => void command('pipe-pane', '-t', 'main', `cat > ${join(folder, name)}`),
    recorded: name => join(folder, name),
    kill: () => process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL'),
  }
}

type Tmux = (...words: string[]) => string

function keyboard(
  tmux: Tmux,
  load: (text: string) => void,
): Pick<Terminal, 'type' | 'press' | 'say' | 'paste' | 'pasteMarked' | 'resize'> {
  const type = (text: string): void => void tmux('send-keys', '-t', 'main', '-l', '--', text)
  const press = (...keys: string[]): void => void tmux('send-keys', '-t', 'main', ...keys)
  return {
    type,
    press,
    say: async text => {
      await eyes(tmux).waitForPrompt()
      type(text)
      press('Enter')
    },
    paste: text => {
      load(text)
      tmux('paste-buffer', '-t', 'main')
    },
    pasteMarked: text => {
      load(text)
      tmux('paste-buffer', '-p', '-t', 'main')
    },
    resize: (columns, rows) => void tmux('resize-window', '-t', 'main', '-x', String(columns), '-y', String(rows)),
  }
}

function eyes(
  tmux: Tmux,
): Pick<Terminal, 'screen' | 'colours' | 'cursor' | 'all' | 'waitFor' | 'waitForPrompt' | 'exitCode'> {
  const screen = (): string => tmux('capture-pane', '-t', 'main', '-p').trimEnd()
  const all = (): string => tmux('capture-pane', '-t', 'main', '-p', '-J', '-S', '-').trimEnd()
  const wait = async (holds: () => boolean, wanted: string): Promise<void> => {
    const end = Date.now() + LIMIT_MS
    while (!holds()) {
      if (Date.now() > end) throw new Error(`Waited in vain for ${wanted}. On the screen there is:\n${screen()}`)
      await sleep(50)
    }
  }
  const waitFor = async (wanted: string | RegExp): Promise<string> => {
    const isThere = (text: string): boolean => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text))
    await wait(() => isThere(all()), String(wanted))
    return all()
  }
  return {
    screen,
    colours: () => tmux('capture-pane', '-t', 'main', '-p', '-e'),
    cursor: () => {
      const [column = 0, row = 0] = tmux('display-message', '-t', 'main', '-p', '#{cursor_x} #{cursor_y}')
        .split(' ')
        .map(Number)
      return { column, row }
    },
    all,
    waitFor,
    waitForPrompt: () => wait(() => /(^|\n)(offline )?›\s*$/.test(screen()), 'the prompt'),
    exitCode: async () => {
      const [, code] = /\[exit (\d+)\]/.exec(await waitFor(/\[exit \d+\]/)) ?? []
      return Number(code)
    },
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
