import { basename } from 'node:path'
import type { AgentConfig } from '../core/agent.ts'
import { type AblTexts, AGENT_ABL } from './abl-files.ts'
import type { Assembly } from './assembly.ts'
import { configFromDeclaration, configWithDeclaration, type Declared } from './declared-config.ts'
import { loadProblem } from './load-problem.ts'
import { readConfig } from './read-config.ts'
import { shownPath } from './shown-path.ts'

/** What an agent's module and its `agent.abl` say together; undefined when it can't be used. */
export async function loadConfig(
  assembly: Assembly,
  texts: AblTexts | undefined,
): Promise<{ config: AgentConfig; declared: Declared | undefined } | undefined> {
  const { root, found, diagnostics } = assembly
  const declared = texts?.agent && (await parseDeclaration(texts.agent))
  if (basename(found.file) === AGENT_ABL) {
    if (!declared) return undefined
    const read = configFromDeclaration(declared, found.name)
    diagnostics.push(...read.diagnostics)
    return read.config && { config: read.config, declared }
  }
  const config = await fromModule(assembly)
  if (!config || !declared) return config && { config, declared }
  const merged = configWithDeclaration(config, declared, shownPath(root, found.file))
  diagnostics.push(...merged.diagnostics)
  return merged.config && { config: merged.config, declared }
}

/** The tool language is loaded only for agents that use it. */
async function parseDeclaration(text: Declared['text']): Promise<Declared> {
  const { parseAbl } = await import('../abl/index.ts')
  return { text, agent: parseAbl(text.text, { file: text.file }).agent }
}

async function fromModule({ root, found, loader, diagnostics }: Assembly): Promise<AgentConfig | undefined> {
  try {
    const read = readConfig(await loader.load(found.file), { name: found.name, file: shownPath(root, found.file) })
    diagnostics.push(...read.diagnostics)
    return read.config
  } catch (error) {
    diagnostics.push(loadProblem(root, found.file, error))
    return undefined
  }
}
