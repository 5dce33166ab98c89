import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { unanswered } from '../helpers/agent-builder.ts'
import { type Conversation, conversationIn } from '../helpers/conversation.ts'
import { type Scene, sceneAgent } from '../helpers/crash-child.ts'
import { project, type TestProject } from '../helpers/project.ts'

const repository = resolve(import.meta.dirname, '../..')
const jiti = resolve(repository, 'node_modules/jiti/lib/jiti-cli.mjs')
const script = resolve(repository, 'test/helpers/crash-child.ts')

interface Running {
  here: TestProject
  /** The lines it has told. */
  told(): string[]
  kill(): Promise<void>
}

/** Starts a scene in a process of its own and waits until it has come as far as `ready` says. */
async function start(scene: Scene, ready: (running: Running) => boolean): Promise<Running> {
  const here = project({ 'effects.txt': '' })
  const child = spawn(process.execPath, [jiti, script, here.root, scene], { cwd: repository })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    output += text
  })
  const gone = once(child, 'exit')
  const running: Running = {
    here,
    told: () => output.split('\n').filter(Boolean),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
  while (!ready(running)) {
    if (child.exitCode !== null) throw new Error(`The process ended by itself:\n${output}`)
    await sleep(20)
  }
  return running
}

const effects = ({ here }: Running): string[] => here.read('effects.txt').split('\n').filter(Boolean)

function later({ here }: Running): Conversation {
  const conversation = conversationIn(here.root, sceneAgent(here.root, false))
  conversation.breakLock()
  return conversation
}

describe('kill -9 while a tool runs', () => {
  it('tells the model at the next start that the outcome is unknown, and runs nothing again', async () => {
    const running = await start('a tool runs', one => effects(one).includes('pay'))
    await running.kill()
    const talk = later(running)
    expect((await talk.state()).open?.started).toContain('pay')

    const { result, events, model, state } = await talk.say('And?', { steps: ['I do not know whether it was paid.'] })
    expect(result.stopReason).toBe('end_turn')
    expect(model.requests[0]?.messages.at(-2)).toMatchObject({
      role: 'tool',
      results: [
        { kind: 'ok', text: 'looked' },
        { kind: 'failed', text: expect.stringContaining('Unknown outcome: the process ended while this call ran.') },
        { kind: 'skipped', text: 'Not run: the process ended before it ran.' },
      ],
    })
    expect(events[0]).toMatchObject({
      type: 'notice',
      code: 'unknown_outcome',
      message: expect.stringContaining('pay (pay)'),
    })
    expect(effects(running)).toEqual(['look', 'pay'])
    expect(unanswered(state.messages)).toEqual([])
    expect(state.variables).toEqual({ order: 17 })
  })
})

describe('kill -9 while an approval waits', () => {
  it('leaves it waiting under its id: a message is refused, the answer lets the turn go on', async () => {
    const running = await start('an approval waits', one => one.told().includes('asked s.1'))
    await running.kill()
    const talk = later(running)
    expect(await talk.pending()).toMatchObject([{ id: 's.1', kind: 'approval', call: { name: 'refund' } }])
    expect(effects(running)).toEqual([])
    await expect(talk.say('Hello?', { steps: [] })).rejects.toMatchObject({ code: 'session_pending', exitCode: 3 })

    await talk.answer('s.1', { kind: 'approval', answer: { kind: 'approve' } })
    const { result, state } = await talk.resume({ steps: ['Refunded.'] })
    expect(result).toMatchObject({ stopReason: 'end_turn', text: 'Refunded.' })
    expect(effects(running)).toEqual(['look', 'refund'])
    expect([unanswered(state.messages), state.variables]).toEqual([[], { order: 17 }])
  })
})

describe('kill -9 while a question waits', () => {
  it('leaves it waiting under its id, and the answer starts the call again from the top', async () => {
    const running = await start('a question waits', one => one.told().includes('asked s.1'))
    await running.kill()
    const talk = later(running)
    expect(await talk.pending()).toMatchObject([{ id: 's.1', kind: 'question', question: { text: 'Which colour?' } }])
    await expect(talk.say('Hello?', { steps: [] })).rejects.toMatchObject({ code: 'session_pending' })

    await talk.answer('s.1', { kind: 'question', text: 'green' })
    const { model, events, state } = await talk.resume({ steps: ['Painted.'] })
    expect(model.requests[0]?.messages.at(-1)).toMatchObject({
      results: [{ text: 'looked' }, { text: 'painted green' }],
    })
    expect(events.map(({ type }) => type)).not.toContain('notice')
    expect(effects(running)).toEqual(['look', 'paint green'])
    expect(state.variables).toEqual({ order: 17, colour: 'green' })
  })
})

describe('kill -9 after a question was answered', () => {
  it('is an unknown outcome, for the tool had gone on', async () => {
    const running = await start('a question was answered', one => effects(one).includes('paint blue'))
    await running.kill()
    const talk = later(running)
    expect(await talk.pending()).toEqual([])
    const { model } = await talk.say('And?', { steps: ['Unsure.'] })
    expect(model.requests[0]?.messages.at(-2)).toMatchObject({
      results: [{ text: expect.stringContaining('Unknown outcome') }],
    })
    expect(effects(running)).toEqual(['paint blue'])
  })
})

describe('a second process', () => {
  it('is refused while the first lives, naming it, and takes over once it is dead', async () => {
    const running = await start('holds', one => one.told().includes('holds'))
    const talk = conversationIn(running.here.root, sceneAgent(running.here.root, false))
    const error = await talk.say('Hi', { steps: [] }).catch(failed => failed)
    expect(error).toMatchObject({ code: 'locked', exitCode: 75 })
    expect(error.message).toMatch(/^Session s is in use\. .*`session s` \(process \d+ on /)
    await running.kill()
    expect((await talk.say('Hi', { steps: ['Hi.'] })).result.text).toBe('Hi.')
  })
})
