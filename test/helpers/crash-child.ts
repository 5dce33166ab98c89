// A process that is killed in the middle of a turn: `jiti crash-child.ts ROOT SCENE`. Tells each thing it does as a line
// on stdout, and writes what its tools did to ROOT/effects.txt.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Approver } from '../../src/core/approval.ts'
import type { AgentParts } from './agent-builder.ts'
import { gateOf, tool } from './agent-builder.ts'
import { conversationIn } from './conversation.ts'

export type Scene = 'a tool runs' | 'an approval waits' | 'a question waits' | 'a question was answered' | 'holds'

/** The agent of a scene; the process that goes on later uses the same, with tools that end. */
export function sceneAgent(root: string, hangs: boolean): AgentParts {
  const effect = <Result>(name: string, result: Result): Result => {
    appendFileSync(join(root, 'effects.txt'), `${name}\n`)
    return result
  }
  const forever = (): Promise<never> => new Promise(() => {})
  return {
    tools: [
      tool('look', { safe: true, execute: () => effect('look', 'looked') }),
      tool('pay', { execute: () => effect('pay', hangs ? forever() : 'paid') }),
      tool('paint', {
        execute: async (_input, { ask, variables }) => {
          const colour = await ask('Which colour?')
          variables.colour = colour
          return effect(`paint ${colour}`, hangs ? forever() : `painted ${colour}`)
        },
      }),
      tool('refund', { execute: () => effect('refund', 'refunded') }),
    ],
    gate: gateOf({ refund: 'ask' }),
  }
}

const CALLS: Record<Scene, string[]> = {
  'a tool runs': ['look', 'pay', 'look'],
  'an approval waits': ['look', 'refund'],
  'a question waits': ['look', 'paint'],
  'a question was answered': ['paint'],
  holds: [],
}

/** A person who never answers, but for the one scene where the question gets its answer. */
function person(scene: Scene, tell: (line: string) => void): Approver {
  return {
    approve: ({ id }) => {
      tell(`asked ${id}`)
      return new Promise(() => {})
    },
    answer: async ({ id }) => {
      tell(`asked ${id}`)
      return scene === 'a question was answered' ? { kind: 'answer', text: 'blue' } : new Promise(() => {})
    },
  }
}

const [, script = '', root, scene] = process.argv
if (script.endsWith('crash-child.ts') && root !== undefined) {
  // A pending promise alone keeps no process alive.
  setInterval(() => {}, 1_000)
  const tell = (line: string): boolean => process.stdout.write(`${line}\n`)
  const calls = CALLS[scene as Scene].map(name => ({ name, id: name === 'look' ? undefined : name }))
  const conversation = conversationIn(root, sceneAgent(root, true))
  if (scene === 'holds') {
    await conversation.store.open('s')
    tell('holds')
  } else {
    void conversation.say('Do it', {
      steps: [{ calls }],
      approver: person(scene as Scene, tell),
      variables: { order: 17 },
    })
  }
}
