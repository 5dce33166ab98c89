// `.loopengine/abilities/`: what abilities brought, word for word, so that upgrades and comparisons work offline.

import { createHash } from 'node:crypto'
import { canonicalJson, isRecord, parseJson } from '../core/json.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { textOf } from '../edit/change-set/change-set.ts'
import { type Ability, shortName } from './ability.ts'
import { contentHash } from './content.ts'
import type { PackedFile } from './packed-files.ts'
import type { Installed } from './provenance.ts'

const VERSION = 1

export const BASE_FOLDER = '.loopengine/abilities'

type StoredFile = ({ text: string } | { base64: string }) & { executable?: true }

/** The name of an ability's file in the store: the same content has the same name. */
export function baseName({ name, version, files, rules }: Ability): string {
  const hashes = [...files].map(([path, { bytes, executable }]) => [path, contentHash(bytes), executable])
  const digest = createHash('sha256').update(canonicalJson({ name, version, hashes, rules })).digest('hex')
  return `${shortName(name)}-${version.replace(/[^\w.-]/g, '_')}-${digest.slice(0, 12)}.json`
}

/** Plans the store's file for an ability. */
export async function writeBase(plan: ChangePlan, ability: Ability): Promise<string> {
  const base = baseName(ability)
  const { name, version } = ability
  const files = Object.fromEntries([...ability.files].sort(byPath).map(([path, file]) => [path, stored(file)]))
  await plan.write(
    `${BASE_FOLDER}/${base}`,
    `${JSON.stringify({ version: VERSION, name, abilityVersion: version, files }, null, 2)}\n`,
  )
  return base
}

/** The ability's own files by their path in it; undefined when the store does not have them as they were recorded. */
export async function readBase(
  plan: ChangePlan,
  { base, files }: Installed,
): Promise<Map<string, PackedFile> | undefined> {
  const document = parseJson((await plan.readText(`${BASE_FOLDER}/${base}`)) ?? '')
  const known = isRecord(document) && document.version === VERSION && isRecord(document.files) ? document.files : {}
  const found = new Map<string, PackedFile>()
  for (const { from, sha256 } of Object.values(files)) {
    const file = Object.hasOwn(known, from) ? restored(known[from]) : undefined
    if (!file || contentHash(file.bytes) !== sha256) return undefined
    found.set(from, file)
  }
  return found
}

function byPath([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}

function stored({ bytes, executable }: PackedFile): StoredFile {
  const text = textOf(bytes)
  const content = text === undefined ? { base64: Buffer.from(bytes).toString('base64') } : { text }
  return executable ? { ...content, executable } : content
}

function restored(value: unknown): PackedFile | undefined {
  if (!isRecord(value)) return undefined
  const executable = value.executable === true
  if (typeof value.text === 'string') return { bytes: Buffer.from(value.text), executable }
  return typeof value.base64 === 'string' ? { bytes: Buffer.from(value.base64, 'base64'), executable } : undefined
}
