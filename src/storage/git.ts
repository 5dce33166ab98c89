import { LoopengineError, systemCode } from '../core/errors.ts'

export interface GitAnswer {
  /** The exit code. */
  code: number
  stdout: Buffer
  stderr: string
}

/**
 * Runs git in a folder. Only what reads objects and names is asked for: nothing that starts a hook, a filter or an
 * editor.
 * @throws LoopengineError `git_missing`
 */
export async function git(folder: string, words: readonly string[], input = ''): Promise<GitAnswer> {
  const { execa } = await import('execa')
  const result = await execa('git', ['--no-pager', ...words], {
    cwd: folder,
    input,
    encoding: 'buffer',
    reject: false,
    stripFinalNewline: false,
    env: { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
  })
  if (systemCode(result.cause) === 'ENOENT') {
    throw new LoopengineError('git_missing', 'There is no program `git` on this machine.', { hint: 'Install git.' })
  }
  return {
    code: result.exitCode ?? 1,
    stdout: Buffer.from(result.stdout),
    stderr: Buffer.from(result.stderr).toString('utf8').trim(),
  }
}

/** The one line that git answers with; undefined when it fails. */
export async function gitLine(folder: string, words: readonly string[]): Promise<string | undefined> {
  const { code, stdout } = await git(folder, words)
  return code === 0 ? stdout.toString('utf8').trim() : undefined
}
