import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isLoopengineError, messageOf } from '../../core/errors.ts'
import { didYouMean } from '../../core/nearest.ts'
import { readTextInside } from '../../tools/system/read-text-inside.ts'
import { filesBelow } from './project-files.ts'

/** More than this of one file is no message any more: the agent can read it with a tool, piece by piece. */
const LARGEST_FILE = 100 * 1024
const LARGEST_MESSAGE = 250 * 1024

export interface AttachedFile {
  path: string
  lines: number
  bytes: number
}

export type Attached =
  | { kind: 'ready'; text: string; files: AttachedFile[] }
  /** Nothing is sent. One line a file. */
  | { kind: 'refused'; problems: string[] }

/** `@path` or `@"path with blanks"` at the beginning of a word. */
const MENTION = /(?<=^|\s)@(?:"([^"\n]+)"|(\S+))/g

/**
 * A message with the texts of the files it names behind it. Only text files of the project, never what may hold secrets;
 * a word with `@` that names no file and does not look like one stays a word.
 */
export async function attachFiles(root: string, text: string): Promise<Attached> {
  const files: (AttachedFile & { text: string })[] = []
  const problems: string[] = []
  for (const path of await mentioned(root, text)) {
    try {
      const content = await readTextInside({ root, kind: 'project' }, path)
      files.push({ path, text: content, lines: linesOf(content), bytes: await sizeOf(root, path) })
    } catch (error) {
      if (looksLikeFile(path)) problems.push(await refusal(root, path, error))
    }
  }
  problems.push(...tooLarge(files))
  if (problems.length > 0) return { kind: 'refused', problems }
  const blocks = files.map(file => fileBlock(file))
  return { kind: 'ready', text: [text, ...blocks].join('\n\n'), files: files.map(({ text: _, ...file }) => file) }
}

/** What the person typed of a message that was sent with files. */
export function withoutFiles(text: string): string {
  const at = text.search(/\n\n@(?:"[^"\n]+"|\S+) \(\d+ lines?\):\n```/)
  return at < 0 ? text : text.slice(0, at)
}

/** Each path once. What ends a sentence belongs to a path only when a file is called so. */
async function mentioned(root: string, text: string): Promise<string[]> {
  const paths = new Set<string>()
  for (const [, quoted, bare = ''] of text.matchAll(MENTION)) {
    const trimmed = bare.replace(/[.,;:!?)\]}'"]+$/, '')
    const path = quoted ?? ((await isThere(root, bare)) ? bare : trimmed)
    if (path !== '') paths.add(path)
  }
  return [...paths]
}

function looksLikeFile(path: string): boolean {
  return /[/\\.]/.test(path)
}

async function refusal(root: string, path: string, error: unknown): Promise<string> {
  if (!isLoopengineError(error) || error.code !== 'file_not_found') return messageOf(error)
  const guess = didYouMean(path, await filesBelow(root))
  return `${error.message}${guess ? ` ${guess}` : ''}`
}

function tooLarge(files: readonly AttachedFile[]): string[] {
  const large = files.filter(({ bytes }) => bytes > LARGEST_FILE)
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (large.length === 0 && all > LARGEST_MESSAGE)
    return [`The files are ${sizeText(all)} together; a message takes ${sizeText(LARGEST_MESSAGE)}.`]
  return large.map(
    ({ path, bytes }) => `\`${path}\` is ${sizeText(bytes)}; a message takes ${sizeText(LARGEST_FILE)} a file.`,
  )
}

/** The fence is longer than any in the file. */
function fileBlock({ path, text, lines }: AttachedFile & { text: string }): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${mention(path)} (${lines} line${lines === 1 ? '' : 's'}):\n${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** A path as it is typed. */
export function mention(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`
}

export function sizeText(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`
}

function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

async function sizeOf(root: string, path: string): Promise<number> {
  return (await stat(await realpath(resolve(root, path)))).size
}

function isThere(root: string, path: string): Promise<boolean> {
  return stat(resolve(root, path)).then(
    found => found.isFile(),
    () => false,
  )
}
