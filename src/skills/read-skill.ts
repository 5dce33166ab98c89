import { open, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { systemCode } from '../core/errors.ts'
import type { Skill } from '../core/skill.ts'
import { checkLinks } from './check-links.ts'
import type { FoundSkill } from './find-skills.ts'
import { parseSkill } from './parse-skill.ts'
import { fileDiagnostic } from './problem.ts'
import { shownPath } from './shown-path.ts'

const MAX_BYTES = 256 * 1024

/** One skill's folder, read leniently. Diagnostics name files relative to `root`; `strictly` makes a check of them. */
export async function readSkill(
  root: string,
  found: FoundSkill,
): Promise<{ skill?: Skill; diagnostics: Diagnostic[] }> {
  const { id, directory, fileName } = found
  const file = shownPath(root, join(directory, fileName ?? 'SKILL.md'))
  if (fileName === undefined) return { diagnostics: [fileDiagnostic('SKILL_MISSING', file, ...missing(id))] }
  const diagnostics = fileName === 'SKILL.md' ? [] : [spelling(file, fileName)]
  const read = await readText(join(directory, fileName), file)
  if (typeof read !== 'string') return { diagnostics: [...diagnostics, read] }
  const parsed = parseSkill(read, { id, directory, file, folder: basename(directory) })
  const links = await checkLinks(read, { file, directory, from: parsed.bodyStart })
  return { ...parsed, diagnostics: [...diagnostics, ...parsed.diagnostics, ...links] }
}

function missing(id: string): [message: string, hint: string] {
  return [
    `The folder \`${id}\` has no SKILL.md.`,
    'Write one, or remove the folder: everything below `skills/` is a skill.',
  ]
}

function spelling(file: string, fileName: string): Diagnostic {
  const code = fileName === 'skill.md' ? 'SKILL_FILE_NAME' : 'SKILL_MISSING'
  return fileDiagnostic(
    code,
    file,
    `The file is called \`${fileName}\`.`,
    'Call it SKILL.md: other readers look for that.',
  )
}

/** The text of a SKILL.md that lies in its own folder by its real path too: a link must not bring other files in. */
async function readText(path: string, file: string): Promise<string | Diagnostic> {
  try {
    const real = await realpath(path)
    if (dirname(real) !== (await realpath(dirname(path)))) return fileDiagnostic('SKILL_OUTSIDE', file, ...OUTSIDE)
    return await readStart(real)
  } catch (error) {
    const message = `The file can't be read (${systemCode(error) ?? error}).`
    return fileDiagnostic('SKILL_UNREADABLE', file, message, 'It must be a text file that you may read.')
  }
}

const OUTSIDE: [string, string] = [
  'The file is a link that leads out of its folder.',
  'Put the file itself here, or link the whole folder.',
]

async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(Math.min((await file.stat()).size, MAX_BYTES))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}
