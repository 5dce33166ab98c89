import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The editor that a person chose, split into a program and its arguments; undefined when none is. */
export function chosenEditor(env: NodeJS.ProcessEnv = process.env): string[] | undefined {
  const words = (env.VISUAL || env.EDITOR || '').split(/\s+/).filter(Boolean)
  return words.length > 0 ? words : undefined
}

/** Lets a person change a text in their own editor; undefined when it failed. The file is theirs alone and goes after. */
export async function editOutside(text: string, [program = '', ...args]: string[]): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'loopengine-edit-'))
  const file = join(folder, 'message.md')
  try {
    await writeFile(file, text, { mode: 0o600 })
    const code = await run(program, [...args, file])
    return code === 0 ? (await readFile(file, 'utf8')).replace(/\n$/, '') : undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(program: string, args: string[]): Promise<number | null> {
  return new Promise(settle => {
    const child = spawn(program, args, { stdio: 'inherit' })
    child.on('error', () => settle(1))
    child.on('close', settle)
  })
}
