// What `check` says about abilities: those that are made here, and those that are installed here.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { isLoopengineError, type LoopengineError } from '../core/errors.ts'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import { strictly } from '../skills/problem.ts'
import { readSkill } from '../skills/read-skill.ts'
import { agentRules } from './agent-rules.ts'
import { type InstalledAbility, installedAbilities } from './installed-abilities.ts'
import { MANIFEST } from './manifest.ts'
import { markerLine } from './merge-file.ts'
import { provenanceFile } from './provenance.ts'
import { readAbility } from './read-ability.ts'
import { folderFiles } from './read-folder.ts'

const SKIPPED = /^(\.|node_modules$|dist$|build$|coverage$)/
const DEEPEST = 4

/** The folders below a root, itself included, that hold an ability's manifest; relative, with `/`, empty for the root. */
export async function abilityFolders(root: string, folder = '', depth = 0): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  if (entries.some(entry => entry.isFile() && entry.name === MANIFEST)) return [folder]
  const inside = depth < DEEPEST ? entries.filter(entry => entry.isDirectory() && !SKIPPED.test(entry.name)) : []
  const found = inside.map(({ name }) => abilityFolders(root, folder === '' ? name : `${folder}/${name}`, depth + 1))
  return (await Promise.all(found)).flat()
}

/** Every problem of an ability in its own folder, judged as its author should know it. Nothing of it runs. */
export async function checkAbility(root: string, folder: string): Promise<Diagnostic[]> {
  const prefix = folder === '' ? '' : `${folder}/`
  try {
    const { ability, diagnostics } = await readAbility(folderFiles(join(root, folder), folder || '.'))
    const skills = await Promise.all(ability.skills.map(skill => skillProblems(root, `${prefix}${skill.folder}`)))
    const own = diagnostics.filter(({ code }) => !code.startsWith('SKILL_'))
    return [...own.map(problem => ({ ...problem, file: prefix + problem.file })), ...skills.flat()]
  } catch (error) {
    if (isLoopengineError(error)) return [asDiagnostic(error, `${prefix}${MANIFEST}`)]
    throw error
  }
}

/** With its links, which only the folder on disk can tell. */
async function skillProblems(root: string, folder: string): Promise<Diagnostic[]> {
  const id = folder.split('/').at(-1) ?? folder
  const found = { id, directory: join(root, folder), fileName: 'SKILL.md' }
  return (await readSkill(root, found)).diagnostics.map(strictly)
}

/** What is wrong with the abilities that agents of a project have. */
export async function checkInstalled(root: string): Promise<Diagnostic[]> {
  const plan = new ChangePlan(root, '')
  try {
    const installed = await installedAbilities(plan)
    return (await Promise.all(installed.map(ability => problemsOf(plan, ability)))).flat()
  } catch (error) {
    if (isLoopengineError(error)) return [asDiagnostic(error, 'agents')]
    throw error
  }
}

async function problemsOf(plan: ChangePlan, { agent, name, entry }: InstalledAbility): Promise<Diagnostic[]> {
  const problems: Diagnostic[] = []
  for (const path of entry.pending?.conflicts ?? []) {
    const file = `${agent.directory}/${path}`
    const line = markerLine((await plan.readText(file)) ?? '')
    if (line === undefined) continue
    const message = `The upgrade of ${name} to ${entry.pending?.to.version} left a conflict here.`
    const hint = `Choose between the two sides, then run \`loopengine upgrade-ability ${name}\` again.`
    const range = { start: { line, column: 1 }, end: { line, column: 8 } }
    problems.push({ code: 'ABILITY_CONFLICT', severity: 'error', message, file, range, hint })
  }
  if (entry.pending && problems.length === 0) problems.push(unfinished(provenanceFile(agent), name))
  return [...problems, ...(await ruleProblems(plan, { agent, name, entry }))]
}

function unfinished(file: string, name: string): Diagnostic {
  const message = `The upgrade of ${name} is resolved, but not finished.`
  return {
    code: 'ABILITY_CONFLICT',
    severity: 'warning',
    message,
    file,
    hint: `Run \`loopengine upgrade-ability ${name}\` again.`,
  }
}

/** A rule that came with a tool and is gone leaves the tool to other rules and the default. */
async function ruleProblems(plan: ChangePlan, { agent, name, entry }: InstalledAbility): Promise<Diagnostic[]> {
  const rules = await agentRules(plan, agent).catch(() => undefined)
  const gone = rules ? entry.rules.filter(rule => !rules.has(rule.name)) : []
  return gone.map(rule => ({
    code: 'ABILITY_RULE',
    severity: 'info',
    message: `The rule \`${rule.name}\` that came with ${name} was removed.`,
    file: agent.actauth,
    hint: `\`loopengine diff-ability ${name}\` shows it.`,
  }))
}

function asDiagnostic({ message, hint, file, code }: LoopengineError, otherwise: string): Diagnostic {
  return {
    code: code.toUpperCase(),
    severity: 'error',
    message: message.split('\n')[0] ?? '',
    file: file ?? otherwise,
    ...(hint === undefined ? {} : { hint }),
  }
}
