// Everything that `check` can say without loading a module of the project: for code that nobody has looked at yet.

import { join } from 'node:path'
import type { AgentConfig } from '../../core/agent.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { textsBefore } from '../../edit/change-set/project-texts.ts'
import { loadCompiler } from '../../edit/typescript.ts'
import { moduleFacts } from '../../edit/verify/module-facts.ts'
import { isCode } from '../../edit/verify/resolve-import.ts'
import { verifyTexts } from '../../edit/verify/verify-texts.ts'
import { loadSkills, skillFolders } from '../../skills/load-skills.ts'
import { toolClash } from '../../tools/merge-tools.ts'
import { checkAblFiles } from '../check-abl-files.ts'
import { configFromDeclaration, configWithDeclaration } from '../declared-config.ts'
import { discoverAgents } from '../discover.ts'
import { readProjectFacts } from '../project-facts.ts'
import { readConfig } from '../read-config.ts'
import { noDescription } from '../subagents.ts'
import { diskSource, type SourceReader } from './source-reader.ts'
import { type StaticAgent, staticAgents } from './static-agent.ts'
import type { StaticConfig } from './static-config.ts'

/** What is wrong with a project's agents, by their texts alone, and how many there are. */
export async function staticCheck(root: string): Promise<{ agents: number; diagnostics: Diagnostic[] }> {
  const reader = diskSource(root)
  const discovered = await discoverAgents(root)
  const { agents, diagnostics } = await staticAgents(reader)
  const nested = diagnostics.filter(({ file }) => file.includes('/', 'agents/'.length))
  const own: Diagnostic[] = []
  for (const agent of agents) own.push(...(await agentProblems(reader, agent)))
  const toolsOf = (name: string): string[] | undefined => completeTools(agents.find(agent => agent.name === name))
  const facts = await readProjectFacts(root)
  const abl = await checkAblFiles(root, { toolsOf, known: facts.known })
  const all = [
    ...discovered.diagnostics,
    ...nested,
    ...(await codeProblems(root)),
    ...own,
    ...facts.diagnostics,
    ...abl,
  ]
  return { agents: agents.filter(({ name }) => !name.includes('/')).length, diagnostics: all }
}

function completeTools(agent: StaticAgent | undefined): string[] | undefined {
  return agent && agent.unreadable.length === 0 ? agent.tools.map(({ name }) => name) : undefined
}

/** Files below `agents/` that don't parse, or import what is not there. */
async function codeProblems(root: string): Promise<Diagnostic[]> {
  const texts = textsBefore({ root, title: '', changes: [], notes: [], newlyAllowed: [], read: {} })
  const changed = texts.sources().filter(file => file.startsWith('agents/') && isCode(file))
  const problems = await verifyTexts({ ...texts, changed })
  return problems.filter(({ code }) => code !== 'TOOL_TWICE')
}

async function agentProblems(reader: SourceReader, agent: StaticAgent): Promise<Diagnostic[]> {
  const { diagnostics, unreadable } = agent
  const wrong = await ownProblems(reader, agent)
  return [...wrong, ...diagnostics, ...clashes(agent), ...unreadable, ...(await skillProblems(reader.root, agent))]
}

async function ownProblems(reader: SourceReader, agent: StaticAgent): Promise<Diagnostic[]> {
  const { name, place, config, declared } = agent
  const folder = name.split('/').at(-1) ?? name
  if (config) return configProblems(agent, config)
  if (!place.configFile.endsWith('.abl')) return withoutConfig(reader, agent)
  if (!declared) return []
  const { diagnostics } = configFromDeclaration(declared, folder)
  const isBare = name.includes('/') && declared.agent.goal === undefined
  return [...diagnostics, ...(isBare ? [noDescription(folder, place.configFile)] : [])]
}

/** The config's keys, as `check` judges them; values that only code tells are taken for right. */
function configProblems({ name, place, declared }: StaticAgent, { properties, open }: StaticConfig): Diagnostic[] {
  const folder = name.split('/').at(-1) ?? name
  const unknown = [...properties].filter(([, { reading }]) => reading.kind === 'unknown').map(([key]) => key)
  const known = [...properties].flatMap(([key, { reading }]) =>
    reading.kind === 'value' ? [[key, reading.value]] : [],
  )
  const assumed = {
    ...(open || unknown.includes('name') ? { name: folder } : {}),
    ...(open || unknown.includes('systemPrompt') ? { systemPrompt: 'made by code' } : {}),
    ...(unknown.includes('rules') ? { rules: [] } : {}),
  }
  const config = { ...assumed, ...Object.fromEntries(known) }
  const { diagnostics } = readConfig({ config }, { name: folder, file: place.configFile })
  const isBare = name.includes('/') && !open && !properties.has('toolDescription')
  const twice = declared ? configWithDeclaration(config as AgentConfig, declared, place.configFile).diagnostics : []
  return [...diagnostics, ...twice, ...(isBare ? [noDescription(folder, place.configFile)] : [])]
}

async function withoutConfig(reader: SourceReader, { name, place }: StaticAgent): Promise<Diagnostic[]> {
  const bytes = await reader.read(place.configFile)
  const { exports, open, problems } = moduleFacts(await loadCompiler(), new TextDecoder().decode(bytes))
  if (problems.length > 0) return []
  const folder = name.split('/').at(-1) ?? name
  if (!exports.has('config') && !open) {
    const exported = Object.fromEntries([...exports].map(key => [key, true]))
    return readConfig(exported, { name: folder, file: place.configFile }).diagnostics
  }
  const message = 'What is exported as `config` is known only when the code runs, and nothing was run.'
  return [{ code: 'STATIC_UNREADABLE', severity: 'info', message, file: place.configFile }]
}

function clashes({ tools }: StaticAgent): Diagnostic[] {
  return tools.flatMap((tool, index) => {
    const first = tools.findIndex(({ name }) => name === tool.name)
    const other = tools[first]
    return first < index && other ? [toolClash(tool.name, other, tool)] : []
  })
}

async function skillProblems(root: string, { place, config }: StaticAgent): Promise<Diagnostic[]> {
  const named = config?.properties.get('skillsDirs')?.reading
  const skillsDirs = named?.kind === 'value' && Array.isArray(named.value) ? named.value : []
  const [directory, file] = [join(root, place.directory), join(root, place.configFile)]
  const { diagnostics } = await loadSkills(root, skillFolders(root, { directory, file, skillsDirs }))
  return diagnostics
}
