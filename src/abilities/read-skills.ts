import { parseSkill } from '../skills/parse-skill.ts'
import type { AbilitySkill } from './ability.ts'
import { foldPath } from './entry-path.ts'
import type { Reading } from './reading.ts'

/** The skills in these folders, with all their files. */
export async function readSkills(reading: Reading, folders: readonly string[]): Promise<AbilitySkill[]> {
  const skills: AbilitySkill[] = []
  for (const folder of folders) {
    const skill = await readSkill(reading, folder)
    const twin = skills.find(other => foldPath(other.id) === foldPath(skill?.id ?? ''))
    if (twin) {
      const message = `The skill \`${twin.folder}\` has the same name.`
      reading.error('ABILITY_SKILL', folder, message, 'Rename one of the two folders.')
    }
    if (skill) skills.push(skill)
  }
  return skills
}

async function readSkill(reading: Reading, folder: string): Promise<AbilitySkill | undefined> {
  const file = `${folder}/SKILL.md`
  const id = folder.split('/').at(-1) ?? folder
  const text = await reading.copied(file)
  if (text === undefined) {
    reading.error('ABILITY_PATH', file, 'The skill that `skills` names has no SKILL.md.')
    return undefined
  }
  for (const path of await reading.below(folder)) await reading.copied(path)
  const { skill, diagnostics } = parseSkill(text, { id, directory: folder, file, folder: id })
  reading.report(diagnostics)
  if (!skill) {
    const hint = 'Give its front matter a `description`.'
    reading.error('ABILITY_SKILL', file, 'The skill says nowhere what it is for.', hint)
  }
  return { id, folder, description: skill?.description ?? '' }
}
