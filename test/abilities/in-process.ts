import { agentsWith } from '../../src/abilities/installed-abilities.ts'
import { inventoryOf } from '../../src/abilities/inventory.ts'
import { planAddAbility } from '../../src/abilities/plan-add.ts'
import { planRemoveAbility } from '../../src/abilities/plan-remove.ts'
import { folderFiles } from '../../src/abilities/read-folder.ts'
import { readSoundAbility } from '../../src/abilities/sound-ability.ts'
import { fetchUpgrades, planUpgrades } from '../../src/abilities/upgrades.ts'
import { applyChangeSet } from '../../src/edit/change-set/apply-change-set.ts'
import { ChangePlan } from '../../src/edit/change-set/change-plan.ts'
import type { ChangeSet } from '../../src/edit/change-set/change-set.ts'
import { verifyTexts } from '../../src/edit/verify/verify-texts.ts'
import { abilityFolder, type Files } from './ability-files.ts'

/** The commands without their faces: each plans, verifies and applies one change. */
export async function add(root: string, files: Files, ...agents: string[]): Promise<ChangeSet> {
  const folder = abilityFolder(files).root
  const ability = await readSoundAbility(folderFiles(folder, 'x'), 'x')
  const origin = { spec: folder, source: 'folder' } as const
  inventoryOf(ability, origin)
  return apply(root, plan => planAddAbility(plan, { ability, origin }, agents.length > 0 ? agents : ['shop']))
}

/** To the version that these files are. */
export function upgrade(
  root: string,
  name: string,
  files: Files,
  conflict: 'refuse' | 'markers' = 'refuse',
): Promise<ChangeSet> {
  const to = abilityFolder(files).root
  return apply(root, async plan => {
    const installed = await agentsWith(plan, name)
    await planUpgrades(plan, await fetchUpgrades(installed, { root, to, base: root, conflict }), installed)
  })
}

export function remove(root: string, name: string, { force = false } = {}): Promise<ChangeSet> {
  return apply(root, async plan => planRemoveAbility(plan, await agentsWith(plan, name), { force }))
}

async function apply(root: string, fill: (plan: ChangePlan) => Promise<void>): Promise<ChangeSet> {
  const plan = new ChangePlan(root, 'test')
  await fill(plan)
  const changeSet = plan.changeSet()
  await applyChangeSet(changeSet, { owner: 'test', verify: verifyTexts })
  return changeSet
}
