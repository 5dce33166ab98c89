import { join, resolve } from 'node:path'
import type { AgentConfig } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Skill } from '../core/skill.ts'
import { type FoundSkills, findSkills } from './find-skills.ts'
import { fileDiagnostic } from './problem.ts'
import { shownPath } from './shown-path.ts'

/** A folder whose folders are skills. Both paths are absolute. */
export type SkillFolder =
  /** The agent's own `skills/`, which may be missing. */
  | { kind: 'own'; directory: string }
  /** One that `skillsDirs` names, in the file `namedIn`. */
  | { kind: 'shared'; directory: string; namedIn: string }

/** The folders of an agent's skills, its own first; also what has to be watched. */
export function skillFolders(
  root: string,
  agent: Pick<AgentConfig, 'skillsDirs'> & { directory: string; file: string },
): SkillFolder[] {
  const shared = (agent.skillsDirs ?? []).map((path): SkillFolder => {
    return { kind: 'shared', directory: resolve(root, String(path)), namedIn: agent.file }
  })
  return [{ kind: 'own', directory: join(agent.directory, 'skills') }, ...shared]
}

/**
 * Every skill of these folders, read leniently: a skill that breaks the standard is used as far as it goes and never
 * keeps an agent from working. Of two with one id the first folder's wins. Files are named relative to `root`.
 */
export async function loadSkills(
  root: string,
  folders: readonly SkillFolder[],
): Promise<{ skills: Skill[]; diagnostics: Diagnostic[] }> {
  const skills = new Map<string, Skill>()
  const diagnostics: Diagnostic[] = []
  for (const folder of folders) {
    const found = await findSkills(folder.directory)
    diagnostics.push(...folderProblems(root, folder, found))
    if (found.skills.length === 0) continue
    // Reads YAML: an agent without skills does not pay for it.
    const { readSkill } = await import('./read-skill.ts')
    for (const one of found.skills) {
      const read = await readSkill(root, one)
      diagnostics.push(...read.diagnostics)
      const winner = skills.get(one.id)
      if (!read.skill || winner?.file === read.skill.file) continue
      if (winner) diagnostics.push(shadowed(read.skill, winner))
      else skills.set(one.id, read.skill)
    }
  }
  return { skills: [...skills.values()], diagnostics }
}

function folderProblems(root: string, folder: SkillFolder, { exists, loose }: FoundSkills): Diagnostic[] {
  if (!exists) return folder.kind === 'own' ? [] : [noFolder(root, folder)]
  return loose.map(name => {
    const id = name.replace(/\.md$/i, '')
    const file = shownPath(root, join(folder.directory, name))
    return fileDiagnostic('SKILL_LOOSE_FILE', file, 'Nothing reads this file.', `Make it a skill: ${id}/SKILL.md.`)
  })
}

function noFolder(root: string, { directory, namedIn }: Extract<SkillFolder, { kind: 'shared' }>): Diagnostic {
  const message = `\`skillsDirs\` names \`${shownPath(root, directory)}\`, and there is no such folder.`
  return fileDiagnostic('SKILL_FOLDER', shownPath(root, namedIn), message, 'Paths there count from the project root.')
}

function shadowed(skill: Skill, winner: Skill): Diagnostic {
  const message = `Skill \`${skill.id}\` is not used: the one in ${winner.file} comes first.`
  return fileDiagnostic('SKILL_SHADOWED', skill.file, message, 'Rename its folder if the agent should have both.')
}
