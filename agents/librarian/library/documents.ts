import { open, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { textOfHtml } from './html.js'

/** One text of the library, as it lies on disk. */
export interface Document {
  /** How it is named in answers: from the library's folder, with `/`. */
  path: string
  /** Absolute, without links. */
  file: string
  size: number
  /** Changes whenever the file does. */
  stamp: string
}

const TEXTS = /\.(?:md|markdown|mdx|txt|text|rst|adoc|html?)$/i
const MOST_DOCUMENTS = 2_000
/** What stands behind this in a file is neither searched nor read. */
const MOST_BYTES = 1_000_000

/** The folder above `agents/`. */
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** `LIBRARIAN_DOCS` (absolute, or relative to the project), else the project's README.md and docs/. */
function shelves(): { folder: string; entries: string[] } {
  const chosen = process.env.LIBRARIAN_DOCS
  return chosen
    ? { folder: resolve(PROJECT, chosen), entries: ['.'] }
    : { folder: PROJECT, entries: ['README.md', 'docs'] }
}

/**
 * Every text in the library, sorted by path: only these can be read. Hidden files are left out, and so is a link that
 * leads elsewhere: the real path counts.
 */
export async function listDocuments(): Promise<Document[]> {
  const { folder, entries } = shelves()
  const root = await realpath(folder).catch(() => folder)
  const found: Document[] = []
  for (const entry of entries) await collect(root, join(root, entry), found)
  if (found.length > 0) return found.sort((a, b) => (a.path < b.path ? -1 : 1))
  throw new Error(`There are no documents in ${folder}. Put Markdown, text or HTML there, or set LIBRARIAN_DOCS.`)
}

async function collect(root: string, path: string, found: Document[]): Promise<void> {
  const file = await realpath(path).catch(() => root)
  const stats = await stat(file)
  if (stats.isDirectory() && file === resolve(path)) {
    const names = (await readdir(file)).sort()
    for (const name of names)
      if (!name.startsWith('.') && name !== 'node_modules') await collect(root, join(file, name), found)
  } else if (stats.isFile() && TEXTS.test(path) && file.startsWith(root + sep) && found.length < MOST_DOCUMENTS) {
    const { size, mtimeMs, ino } = stats
    found.push({ path: relative(root, path).split(sep).join('/'), file, size, stamp: `${mtimeMs} ${size} ${ino}` })
  }
}

/** The document of this path; also by its name alone when no other bears it. Throws, naming those there are. */
export async function findDocument(path: string): Promise<Document> {
  const documents = await listDocuments()
  const wanted = path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .toLowerCase()
  const exact = documents.find(document => document.path.toLowerCase() === wanted)
  const named = documents.filter(document => `/${document.path.toLowerCase()}`.endsWith(`/${wanted}`))
  const document = exact ?? (named.length === 1 ? named[0] : undefined)
  if (document) return document
  const shown = (named.length > 0 ? named : documents).slice(0, 30).map(one => one.path)
  throw new Error(
    `There is no document \`${path}\`. ${named.length > 0 ? 'Which one' : 'Some there are'}: ${shown.join(', ')}.`,
  )
}

/** Its text; of HTML what a reader sees, with the lines where they were. */
export async function textOf({ file, path }: Document): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const buffer = Buffer.alloc(MOST_BYTES)
    const { bytesRead } = await handle.read(buffer, 0, MOST_BYTES, 0)
    const text = buffer.toString('utf8', 0, bytesRead)
    return /\.html?$/i.test(path) ? textOfHtml(text) : text
  } finally {
    await handle.close()
  }
}
