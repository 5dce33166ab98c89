import { appendFile, readFile } from 'node:fs/promises'

const file = new URL('../notes.txt', import.meta.url)

/** The notes, oldest first; none when nothing was kept yet. */
export async function readNotes(): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').filter(line => line !== '')
}

/** Keeps one more note, as one line. */
export async function appendNote(note: string): Promise<string> {
  const line = note.replace(/\s+/g, ' ').trim()
  await appendFile(file, `${line}\n`)
  return line
}
