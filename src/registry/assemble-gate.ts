import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentConfig } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { systemCode } from '../core/errors.ts'
import type { Gate } from '../core/rule.ts'
import { createGate, type Policy, readActauth, rulesFromConfig } from '../permissions/index.ts'
import type { Assembly } from './assembly.ts'
import { shownPath } from './shown-path.ts'

/** The gate from `actauth.yml`, or from the config's `rules`; both at once is an error, and then nothing runs. */
export async function assembleGate(
  { root, found, diagnostics }: Assembly,
  config: AgentConfig,
): Promise<{ policy: Policy; gate: Gate }> {
  const path = join(found.directory, 'actauth.yml')
  const file = shownPath(root, path)
  const content = await readIfThere(path)
  const agentName = config.name
  const reading = config.rules
    ? await rulesFromConfig(config.rules, config.defaultDecision, { file: shownPath(root, found.file), agentName })
    : await readActauth(content, { file, agentName })
  diagnostics.push(...reading.diagnostics)
  if (!config.rules || content === undefined) return { policy: reading.policy, gate: createGate(reading.policy) }
  const problem = rulesTwice(file, shownPath(root, found.file))
  diagnostics.push(problem)
  const policy: Policy = { kind: 'broken', agentName, file, problem }
  return { policy, gate: createGate(policy) }
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}

function rulesTwice(file: string, configFile: string): Diagnostic {
  return {
    code: 'RULES_TWICE',
    severity: 'error',
    file,
    message: `Rules stand in ${file} and as \`rules\` in ${configFile}.`,
    hint: 'Keep one of the two: nobody could say which holds.',
  }
}
