import { access, appendFile, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRecord } from '../../core/json.ts'
import { makeFolder } from '../../storage/make-folder.ts'
import { stateDirectory } from '../../storage/state-directory.ts'
import { writeFileAtomic } from '../../storage/write-atomic.ts'

const VERSION = 1
const MOST_ENTRIES = 1000
const MOST_BYTES = 512 * 1024
const LONGEST_ENTRY = 16 * 1024

/** What was typed in the chats of one project, the newest last. */
export interface History {
  readonly entries: readonly string[]
  /** Keeps a message, unless it is the one before once more. */
  add(text: string): void
  /** Resolves when everything is on disk, or could not be put there. */
  settled(): Promise<void>
}

/**
 * The history in the project's state folder: `chat-history.jsonl`, readable by its owner alone, capped in entries and
 * bytes. A history that can't be read or written costs nothing but itself. `before`: older still, the newest last.
 */
export async function openHistory(
  root: string,
  { env = process.env, before = [] }: { env?: NodeJS.ProcessEnv; before?: readonly string[] } = {},
): Promise<History> {
  const file = join(stateDirectory(root, env), 'chat-history.jsonl')
  const read = await readHistory(file)
  const entries = [...before.filter(text => !read.entries.includes(text)), ...read.entries]
  let work = read.trim ? rewrite(file, read.entries) : Promise.resolve()
  const keep = (text: string): void => {
    work = work.then(() => append(file, text)).catch(() => {})
  }
  return {
    entries,
    add: text => {
      if (text === entries.at(-1)) return
      entries.push(text)
      if (read.writable && text.length <= LONGEST_ENTRY) keep(text)
    },
    settled: () => work.catch(() => {}),
  }
}

/** A history of this process alone. */
export function shortHistory(): History {
  const entries: string[] = []
  return {
    entries,
    add: text => {
      if (text !== entries.at(-1)) entries.push(text)
    },
    settled: async () => {},
  }
}

interface Read {
  entries: string[]
  /** Whether the file outgrew its caps. */
  trim: boolean
  /** A file of a later version is left alone. */
  writable: boolean
}

async function readHistory(file: string): Promise<Read> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n').filter(Boolean)
  const version = versionOf(lines[0])
  if (version > VERSION) return { entries: [], trim: false, writable: false }
  const entries = lines.flatMap(textOf)
  const kept = newestThatFit(entries)
  return { entries: kept, trim: kept.length < entries.length, writable: true }
}

function versionOf(line: string | undefined): number {
  const value = parsed(line ?? '')
  return isRecord(value) && typeof value.version === 'number' ? value.version : VERSION
}

function textOf(line: string): string[] {
  const value = parsed(line)
  return isRecord(value) && typeof value.text === 'string' ? [value.text] : []
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function newestThatFit(entries: readonly string[]): string[] {
  let bytes = 0
  const fit = entries.slice(-MOST_ENTRIES).toReversed()
  const end = fit.findIndex(text => {
    bytes += Buffer.byteLength(lineOf(text))
    return bytes > MOST_BYTES
  })
  return (end < 0 ? fit : fit.slice(0, end)).toReversed()
}

async function append(file: string, text: string): Promise<void> {
  await makeFolder(dirname(file), 0o700)
  const isNew = await access(file).then(
    () => false,
    () => true,
  )
  await appendFile(file, (isNew ? HEAD : '') + lineOf(text), { mode: 0o600 })
}

function rewrite(file: string, entries: readonly string[]): Promise<void> {
  return writeFileAtomic(file, HEAD + entries.map(lineOf).join(''), { mode: 0o600 })
}

const HEAD = `${JSON.stringify({ version: VERSION })}\n`

function lineOf(text: string): string {
  return `${JSON.stringify({ text })}\n`
}
