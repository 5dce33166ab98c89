import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mayHoldSecrets } from './read-text-inside.ts'

const MOST_FILES = 100

/** The files bundled with a skill, by their paths with `/`, sorted; `more` counts those that are too many to list. */
export async function skillFiles(directory: string): Promise<{ files: string[]; more: number }> {
  const all = (await filesBelow(directory, '')).sort()
  return { files: all.slice(0, MOST_FILES), more: Math.max(0, all.length - MOST_FILES) }
}

/** Links are left out: where they lead is decided when one is read. A folder that can't be read holds none. */
async function filesBelow(directory: string, inside: string): Promise<string[]> {
  const entries = await readdir(join(directory, inside), { withFileTypes: true }).catch(() => [])
  const files: string[] = []
  for (const entry of entries) {
    const path = inside ? `${inside}/${entry.name}` : entry.name
    if (isHidden(entry.name) || /^skill\.md$/i.test(path)) continue
    if (entry.isDirectory()) files.push(...(await filesBelow(directory, path)))
    else if (entry.isFile()) files.push(path)
  }
  return files
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || mayHoldSecrets(name)
}
