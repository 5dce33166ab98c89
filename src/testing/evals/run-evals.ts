import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Diagnostic, Range } from '../../core/diagnostic.ts'
import { messageOf } from '../../core/errors.ts'
import type { Model } from '../../core/model.ts'
import { openModel } from '../../models/open-model.ts'
import { recordModel } from '../../models/recording/record-model.ts'
import { replayModel } from '../../models/recording/replay-model.ts'
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
  /** Makes the recordings that files name anew. */
  record?: boolean | undefined
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
  const model = await modelOf(options, read).catch((error: unknown) => messageOf(error))
  for (const [at, one] of read.content.cases.entries()) {
    const result =
      typeof model === 'string'
        ? { model: 'none', ms: 0, failures: [model] }
        : await playCase(options.root, model, read, one)
    const place = read.places[at] ?? { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }
    const whole = { ...result, agent: read.agent, file: read.file, name: one.name, place }
    run.cases.push(whole)
    options.onCase?.(whole)
  }
}

/** The recording of a file, unless a model was named; with `record` the recording is made anew. */
async function modelOf({ root, model, record }: EvalOptions, { file, content }: ReadEval): Promise<Model> {
  const { env } = process
  const recording = content.replay === undefined ? undefined : resolve(root, dirname(file), content.replay)
  if (recording !== undefined && model === undefined && !record) return replayModel(recording, { env })
  const opened = await openModel(model ?? content.model ?? 'offline', { env })
  if (!record || recording === undefined) return opened
  await rm(recording, { force: true })
  await mkdir(dirname(recording), { recursive: true })
  return recordModel(opened, recording, { env })
}

async function playCase(
  root: string,
  model: Model,
  { agent, content }: ReadEval,
  { messages, approvals, answers, expect }: EvalCase,
): Promise<Pick<CaseResult, 'model' | 'ms' | 'failures'>> {
  const { environment, tenant, user } = content
  const start = performance.now()
  const took = (): number => Math.round(performance.now() - start)
  try {
    const tested = await testAgent(agent, {
      root,
      model,
      environment,
      tenant,
      user,
      approvals,
      questions: answers,
    })
    try {
      const turns = []
      for (const text of messages) turns.push(await tested.send(text))
      return { model: model.id, ms: took(), failures: judge(expect, turns) }
    } finally {
      await tested.close()
    }
  } catch (error) {
    return { model: model.id, ms: took(), failures: [messageOf(error)] }
  }
}
