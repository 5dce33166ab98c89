import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { baseOf } from './base-of.ts'
import { baseName } from './base-store.ts'
import { fetchAbility } from './fetch-ability.ts'
import type { InstalledAbility } from './installed-abilities.ts'
import { type Inventory, inventoryOf } from './inventory.ts'
import { planUpgradeAbility, type Upgrade } from './plan-upgrade.ts'
import { readSoundAbility } from './sound-ability.ts'
import { nextSpec, upgradeTarget } from './upgrade-target.ts'

export interface UpgradeWish {
  /** The project, absolute. */
  root: string
  /** As `upgradeTarget` takes it. */
  to: string | undefined
  base: string
  conflict: Upgrade['conflict']
}

export interface FetchedUpgrade extends Upgrade {
  inventory: Inventory
  /** It is not the version that is installed. */
  isNew: boolean
}

/** The new version for each recorded spec: agents may have one ability from different places. */
export type FetchedUpgrades = ReadonlyMap<string, FetchedUpgrade>

/** Fetches each wanted version once. @throws LoopengineError as `fetchAbility` and `readSoundAbility` */
export async function fetchUpgrades(
  installed: readonly InstalledAbility[],
  { root, to, base, conflict }: UpgradeWish,
): Promise<FetchedUpgrades> {
  const upgrades = new Map<string, FetchedUpgrade>()
  for (const { name, entry } of installed) {
    if (upgrades.has(entry.spec)) continue
    const recorded = { name, entry, root }
    const target = upgradeTarget(recorded, to, base)
    const { files, origin: found } = await fetchAbility(target, root)
    const origin = { ...found, spec: nextSpec(recorded, target, to) }
    const ability = await readSoundAbility(files, found.spec)
    const isNew = entry.base !== baseName(ability)
    upgrades.set(entry.spec, { ability, origin, conflict, inventory: inventoryOf(ability, origin), isNew })
  }
  return upgrades
}

/** Plans them all in one change. @throws LoopengineError as `planUpgradeAbility` and `baseOf` */
export async function planUpgrades(
  plan: ChangePlan,
  upgrades: FetchedUpgrades,
  installed: readonly InstalledAbility[],
): Promise<void> {
  for (const ability of installed) {
    const upgrade = upgrades.get(ability.entry.spec)
    if (!upgrade) continue
    const base = upgrade.isNew ? await baseOf(plan, ability.name, ability.entry) : new Map()
    await planUpgradeAbility(plan, upgrade, [{ ...ability, base }])
  }
}
