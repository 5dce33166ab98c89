import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../core/errors.ts'

/** A folder that holds a SKILL.md, or should. */
export interface FoundSkill {
  /** Its path below the folder of skills, with `/`. */
  id: string
  /** Absolute. */
  directory: string
  /** The name of the file as it is spelled; undefined when there is none. */
  fileName: string | undefined
}

export interface FoundSkills {
  /** False when the folder of skills itself is missing. */
  exists: boolean
  /** By id, sorted. */
  skills: FoundSkill[]
  /** Markdown files beside the skills' folders, which nothing reads. */
  loose: string[]
}

const DEEPEST_GROUP = 4

/**
 * The skills in a folder of skills: each folder with a SKILL.md is one, a folder without is a group of them. What lies
 * inside a skill belongs to it.
 */
export async function findSkills(directory: string): Promise<FoundSkills> {
  const entries = await entriesOf(directory)
  if (!entries) return { exists: false, skills: [], loose: [] }
  const loose = entries.filter(({ name }) => name.toLowerCase().endsWith('.md') && !/^readme\.md$/i.test(name))
  const skills = await inGroup(directory, entries, { id: '', seen: new Set([await realpath(directory)]) })
  return { exists: true, skills, loose: loose.map(({ name }) => name) }
}

interface Group {
  id: string
  /** Real paths on the way here: a link that leads back ends the search. */
  seen: ReadonlySet<string>
}

async function inGroup(directory: string, entries: Dirent[], group: Group): Promise<FoundSkill[]> {
  const skills: FoundSkill[] = []
  for (const { name } of entries) {
    const child = join(directory, name)
    if (name.startsWith('.') || name === 'node_modules' || !(await isFolder(child))) continue
    skills.push(...(await inFolder(child, { id: group.id ? `${group.id}/${name}` : name, seen: group.seen })))
  }
  return skills
}

async function inFolder(directory: string, { id, seen }: Group): Promise<FoundSkill[]> {
  const real = await realpath(directory)
  const entries = seen.has(real) ? [] : ((await entriesOf(directory)) ?? [])
  const fileName = skillFile(entries.map(({ name }) => name))
  if (fileName !== undefined) return [{ id, directory, fileName }]
  const inside = id.split('/').length <= DEEPEST_GROUP ? entries : []
  const skills = await inGroup(directory, inside, { id, seen: new Set([...seen, real]) })
  return skills.length > 0 ? skills : [{ id, directory, fileName: undefined }]
}

/** SKILL.md, else what the reference reader takes too, else any other spelling. */
function skillFile(names: string[]): string | undefined {
  const spelled = names.filter(name => name.toLowerCase() === 'skill.md')
  return ['SKILL.md', 'skill.md'].find(name => spelled.includes(name)) ?? spelled[0]
}

async function entriesOf(directory: string): Promise<Dirent[] | undefined> {
  try {
    const entries = await readdir(directory, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemCode(error) ?? '')) return undefined
    throw error
  }
}

/** Links to folders count: skills are often shared that way. */
async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
}
