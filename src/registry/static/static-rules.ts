import type { Diagnostic } from '../../core/diagnostic.ts'
import { type Policy, readActauth, rulesFromConfig } from '../../permissions/index.ts'
import type { AgentPlace } from '../../scaffold/agent-place.ts'
import { rulesTwice } from '../assemble-gate.ts'
import type { SourceReader } from './source-reader.ts'
import type { StaticConfig } from './static-config.ts'

/** `policy` is undefined when the rules are made by code. */
export interface StaticRules {
  policy: Policy | undefined
  diagnostics: Diagnostic[]
}

/** An agent's rules from `actauth.yml`, or from its config where they are written out. */
export async function staticRules(
  reader: SourceReader,
  { place, config, agentName }: { place: AgentPlace; config: StaticConfig | undefined; agentName: string },
): Promise<StaticRules> {
  const inConfig = config?.properties.get('rules')
  const content = await reader.read(place.actauth)
  if (!inConfig) return readActauth(content, { file: place.actauth, agentName })
  if (content !== undefined) {
    const problem = rulesTwice(place.actauth, place.configFile)
    return { policy: { kind: 'broken', agentName, file: problem.file, problem }, diagnostics: [problem] }
  }
  const fallback = config?.properties.get('defaultDecision')?.reading
  const { reading, range } = inConfig
  if (reading.kind === 'unknown' || fallback?.kind === 'unknown') {
    return { policy: undefined, diagnostics: [{ ...MADE_BY_CODE, file: inConfig.located.path, range }] }
  }
  return rulesFromConfig(reading.value, fallback?.value, { file: place.configFile, agentName })
}

const MADE_BY_CODE: Omit<Diagnostic, 'file'> = {
  code: 'STATIC_UNREADABLE',
  severity: 'warning',
  message: 'The rules are made by code, so they are known only when it runs, and nothing was run.',
  hint: 'Write them into actauth.yml, or as literals.',
}
