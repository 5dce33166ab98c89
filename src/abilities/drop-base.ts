import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { BASE_FOLDER } from './base-store.ts'
import { installedAbilities } from './installed-abilities.ts'

/** Plans the removal of a file of the base store that no agent needs any more, as the plan stands. */
export async function dropBase(plan: ChangePlan, base: string): Promise<void> {
  const all = await installedAbilities(plan)
  if (all.some(({ entry }) => entry.base === base || entry.pending?.to.base === base)) return
  await plan.remove(`${BASE_FOLDER}/${base}`)
  plan.removeIfEmpty(BASE_FOLDER)
}
