import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Diagnostic, Range } from '../../core/diagnostic.ts'
import { messageOf } from '../../core/errors.ts'
import { discoverAgents } from '../../registry/discover.ts'
import { pickAgent } from '../../registry/find-agent.ts'
import { testAgent } from '../test-agent.ts'
import type { EvalCase, ReadEval } from './eval-file.ts'
import { judge } from './judge.ts'
import { readEval } from './read-eval.ts'

export interface EvalOptions {
  root: string
  /** Only of these agents; all when empty. */
  agents: readonly string[]
  /** Beats what the files say. */
  model?: string | undefined
  /** Called as each case ends. */
  onCase?(result: CaseResult): void
}

export interface CaseResult {
  agent: string
  file: string
  name: string
  model: string
  ms: number
  failures: string[]
  /** Where the case stands in its file. */
  place: Range
}

export interface EvalRun {
  cases: CaseResult[]
  /** Of files that can't be read. */
  diagnostics: Diagnostic[]
}

/** Plays every `agents/<a>/evals/*.eval.yml`, case by case, each in a session of its own. */
export async function runEvals(options: EvalOptions): Promise<EvalRun> {
  const run: EvalRun = { cases: [], diagnostics: [] }
  for (const reading of await readAll(options)) {
    if ('diagnostics' in reading) run.diagnostics.push(...reading.diagnostics)
    else await playFile(options, reading, run)
  }
  return run
}

async function readAll({ root, agents }: EvalOptions): Promise<(ReadEval | { diagnostics: Diagnostic[] })[]> {
  const discovered = await discoverAgents(root)
  const wanted = agents.length === 0 ? discovered.agents : agents.map(name => pickAgent(discovered, name))
  const readings: (ReadEval | { diagnostics: Diagnostic[] })[] = []
  for (const { name, directory } of wanted) {
    const folder = join(directory, 'evals')
    const files = (await readdir(folder).catch((): string[] => [])).filter(file => /\.eval\.ya?ml$/.test(file)).sort()
    for (const file of files) {
      const shown = relative(root, join(folder, file)).split(sep).join('/')
      const reading = await readEval(await readFile(join(folder, file), 'utf8'), { file: shown, agent: name })
      readings.push(reading.kind === 'read' ? reading.read : reading)
    }
  }
  return readings
}

async function playFile(options: EvalOptions, read: ReadEval, run: EvalRun): Promise<void> {
  for (const [at, one] of read.content.cases.entries()) {
    const result = await playCase(options, read, one)
    const place = read.places[at] ?? { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }
    const whole = { ...result, agent: read.agent, file: read.file, name: one.name, place }
    run.cases.push(whole)
    options.onCase?.(whole)
  }
}

async function playCase(
  { root, model }: EvalOptions,
  { agent, content }: ReadEval,
  { messages, approvals, answers, expect }: EvalCase,
): Promise<Pick<CaseResult, 'model' | 'ms' | 'failures'>> {
  const chosen = model ?? content.model ?? 'offline'
  const { environment, tenant, user } = content
  const start = performance.now()
  const took = (): number => Math.round(performance.now() - start)
  try {
    const tested = await testAgent(agent, {
      root,
      model: chosen,
      environment,
      tenant,
      user,
      approvals,
      questions: answers,
    })
    try {
      const turns = []
      for (const text of messages) turns.push(await tested.send(text))
      return { model: chosen, ms: took(), failures: judge(expect, turns) }
    } finally {
      await tested.close()
    }
  } catch (error) {
    return { model: chosen, ms: took(), failures: [messageOf(error)] }
  }
}
