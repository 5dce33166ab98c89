import type { Agent } from '../core/agent.ts'
import { usageError } from '../core/errors.ts'
import type { Model } from '../core/model.ts'

export interface ModelChoice {
  /** `--model`. */
  flag?: string | undefined
  agent: Agent
  env: NodeJS.ProcessEnv
  /** Whether a person sits at a terminal: then nothing chosen means the offline model. */
  interactive: boolean
  /** `--replay`: a recording plays instead of any model. */
  replay?: string | undefined
  /** `--record`: where the model's traffic is kept. */
  record?: string | undefined
}

/**
 * Opens the model of a turn: `--model`, else the agent's own, else `LOOPENGINE_MODEL`, else `offline` for a person at a
 * terminal. A key in the environment never chooses.
 * @throws LoopengineError `no_model` (2), and what opening the model says.
 */
export async function chooseModel(choice: ModelChoice): Promise<Model> {
  const { env, replay, record } = choice
  const model = replay === undefined ? await openChosen(choice) : await openRecording(replay, env)
  if (record === undefined) return model
  const { recordModel } = await import('../models/recording/record-model.ts')
  return recordModel(model, record, { env })
}

async function openRecording(file: string, env: NodeJS.ProcessEnv): Promise<Model> {
  const { replayModel } = await import('../models/recording/replay-model.ts')
  return replayModel(file, { env })
}

async function openChosen({ flag, agent, env, interactive }: ModelChoice): Promise<Model> {
  const choice = flag ?? agent.model ?? (env.LOOPENGINE_MODEL || undefined) ?? (interactive ? 'offline' : undefined)
  if (choice === undefined) {
    throw usageError(
      'no_model',
      `No model was chosen for agent \`${agent.name}\`.`,
      'Give --model, set LOOPENGINE_MODEL, or put `model` into its config. `--model offline` needs no key and no network.',
    )
  }
  const { openModel } = await import('../models/open-model.ts')
  return openModel(choice, { env })
}

/**
 * The model of an agent that another one runs: `--model` holds for all, else its own, else the caller's.
 * @throws LoopengineError what opening the model says.
 */
export function modelOfAgents(
  flag: string | undefined,
  callers: Model,
  env: NodeJS.ProcessEnv,
): (agent: Agent) => Promise<Model> {
  return async ({ model }) => {
    if (flag !== undefined || model === undefined) return callers
    const { openModel } = await import('../models/open-model.ts')
    return openModel(model, { env })
  }
}

/** A person at a terminal: not in CI, and at least one end of the process is a terminal. */
export function isInteractive(env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.CI && env.CI !== 'false' && env.CI !== '0') return false
  return process.stdin.isTTY === true || process.stdout.isTTY === true
}
