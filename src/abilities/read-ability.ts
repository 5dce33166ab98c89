// Reads an ability from its files. Every problem is collected; nothing of it runs.

import type { Diagnostic } from '../core/diagnostic.ts'
import type { Ability, AbilityTool } from './ability.ts'
import { MANIFEST, type Manifest, readManifest } from './manifest.ts'
import { type PackageFacts, readPackageFacts } from './package-facts.ts'
import type { PackedFiles } from './packed-files.ts'
import { readRules } from './read-rules.ts'
import { readSkills } from './read-skills.ts'
import { readTools } from './read-tools.ts'
import { Reading } from './reading.ts'

/** The ability in these files, with every problem of it. Files are named by their paths in the ability. */
export async function readAbility(files: PackedFiles): Promise<{ ability: Ability; diagnostics: Diagnostic[] }> {
  const reading = new Reading(files)
  const { name, version, description, dependencies } = await factsOf(reading)
  const manifest = await manifestOf(reading)
  const tools = await readTools(reading, manifest.tools, Object.keys(dependencies))
  const skills = await readSkills(reading, manifest.skills)
  const rules = manifest.actauth === undefined ? [] : await readRules(reading, manifest.actauth, tools)
  const config = await configNames(reading, tools)
  const parts = { tools, skills, rules, env: manifest.env, dependencies, config, files: reading.files }
  return { ability: { name, version, description, ...parts }, diagnostics: reading.diagnostics }
}

async function factsOf(reading: Reading): Promise<PackageFacts> {
  const text = await reading.text('package.json')
  const { facts, diagnostics } = await readPackageFacts(text ?? '{}')
  if (text !== undefined) reading.report(diagnostics)
  else {
    const hint = 'It gives the ability its name and version.'
    reading.error('ABILITY_PACKAGE', 'package.json', 'There is no package.json.', hint)
  }
  return facts
}

async function manifestOf(reading: Reading): Promise<Manifest> {
  const text = await reading.text(MANIFEST)
  if (text === undefined) {
    const hint = '`loopengine create-ability` makes one.'
    reading.error('ABILITY_MANIFEST', MANIFEST, `There is no ${MANIFEST}, so this is no ability.`, hint)
    return { loopengineVersion: '*', tools: [], skills: [], env: [] }
  }
  const { manifest, diagnostics } = await readManifest(text)
  reading.report(diagnostics)
  return manifest
}

/** Names that declared tools read from the project's settings. */
async function configNames(reading: Reading, tools: readonly AbilityTool[]): Promise<string[]> {
  const names = new Set<string>()
  for (const { file } of tools.filter(({ kind }) => kind === 'abl')) {
    const text = (await reading.text(file)) ?? ''
    for (const [, name = ''] of text.matchAll(/\{\{\s*config\.([A-Za-z_]\w*)/g)) names.add(name)
  }
  return [...names].sort()
}
