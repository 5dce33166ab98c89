import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentConfig } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { messageOf, systemCode } from '../core/errors.ts'
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
  const agentName = config.name
  const read = await readIfThere(path)
  if (read.kind === 'unreadable') return broken(unreadable(file, read.error), { agentName, diagnostics })
  const { content } = read
  const reading = config.rules
    ? await rulesFromConfig(config.rules, config.defaultDecision, { file: shownPath(root, found.file), agentName })
    : await readActauth(content, { file, agentName })
  diagnostics.push(...reading.diagnostics)
  if (!config.rules || content === undefined) return { policy: reading.policy, gate: createGate(reading.policy) }
  return broken(rulesTwice(file, shownPath(root, found.file)), { agentName, diagnostics })
}

/** Rules that can't be used deny everything. */
function broken(
  problem: Diagnostic,
  { agentName, diagnostics }: { agentName: string; diagnostics: Diagnostic[] },
): { policy: Policy; gate: Gate } {
  diagnostics.push(problem)
  const policy: Policy = { kind: 'broken', agentName, file: problem.file, problem }
  return { policy, gate: createGate(policy) }
}

type Read = { kind: 'read'; content: Uint8Array | undefined } | { kind: 'unreadable'; error: unknown }

async function readIfThere(path: string): Promise<Read> {
  try {
    return { kind: 'read', content: await readFile(path) }
  } catch (error) {
    const missing = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
    return missing ? { kind: 'read', content: undefined } : { kind: 'unreadable', error }
  }
}

function unreadable(file: string, error: unknown): Diagnostic {
  return {
    code: 'ACTAUTH_UNREADABLE',
    severity: 'error',
    file,
    message: `The rules can't be read: ${systemCode(error) ?? messageOf(error)}.`,
    hint: 'Make it a file that this user may read; until then every tool is denied.',
  }
}

/** Rules in `actauth.yml` and in the config. */
export function rulesTwice(file: string, configFile: string): Diagnostic {
  return {
    code: 'RULES_TWICE',
    severity: 'error',
    file,
    message: `Rules stand in ${file} and as \`rules\` in ${configFile}.`,
    hint: 'Keep one of the two: nobody could say which holds.',
  }
}
