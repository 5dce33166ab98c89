import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { systemCode } from '../core/errors.ts'
import { coverageOf, judgeCases, type RuleCoverage } from '../permissions/cases/judge-cases.ts'
import type { CaseOutcome } from '../permissions/cases/permission-case.ts'
import { readCases, unknownRules, unknownTools } from '../permissions/cases/read-cases.ts'
import { fileError } from '../storage/file-error.ts'
import type { AgentPermissions } from './agent-permissions.ts'

/** The permission tests of one agent and what came of them. */
export interface PermissionTests {
  agent: string
  /** `agents/<a>/actauth.test.yml`, relative to the project. */
  file: string
  /** The file that the rules stand in. */
  rulesFile: string
  outcomes: CaseOutcome[]
  coverage: RuleCoverage
  /** Of the file of tests, and of rules that have an error: then the gate denies every case. */
  diagnostics: Diagnostic[]
}

/** Judges the cases that lie beside an agent's rules; undefined when there are none. */
export async function testPermissions(root: string, agent: AgentPermissions): Promise<PermissionTests | undefined> {
  const file = `${agent.directory}/actauth.test.yml`
  const content = await readIfThere(join(root, file))
  if (content === undefined) return undefined
  const { cases, diagnostics } = await readCases(content, file)
  const { policy } = agent
  const common = { agent: agent.name, file, rulesFile: policy?.file ?? `${agent.directory}/actauth.yml` }
  if (!policy) {
    const nothing = { rules: 0, covered: 0, uncovered: [] }
    return {
      ...common,
      outcomes: [],
      coverage: nothing,
      diagnostics: [...diagnostics, notJudged(file), ...agent.diagnostics],
    }
  }
  const outcomes = judgeCases(policy, cases)
  const coverage = coverageOf(policy, outcomes)
  if (policy.kind === 'broken') {
    return { ...common, outcomes, coverage, diagnostics: [...diagnostics, ...agent.diagnostics] }
  }
  const rules = policy.rules.map(({ rule }) => rule.name)
  const tools = agent.tools.map(({ name }) => name)
  const foreign = agent.complete ? unknownTools(cases, tools, file) : []
  return {
    ...common,
    outcomes,
    coverage,
    diagnostics: [...diagnostics, ...unknownRules(cases, rules, file), ...foreign],
  }
}

function notJudged(file: string): Diagnostic {
  return {
    code: 'PERMISSION_TEST_NO_RULES',
    severity: 'error',
    message: 'No case was judged: the rules of this agent could not be read.',
    file,
    hint: 'Rules that are made by code are known only without `--static`; what keeps an agent from loading, `check` says.',
  }
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined
    throw fileError(error, 'read', path)
  }
}
