import { describe, expect, it } from 'vitest'
import type { Agent } from '../../src/core/agent.ts'
import { type Approver, nobody } from '../../src/core/approval.ts'
import type { LoopEvent } from '../../src/core/event.ts'
import type { Model } from '../../src/core/model.ts'
import { type ScriptedStep, scriptedModel } from '../../src/models/scripted.ts'
import { openRegistry, type Registry } from '../../src/registry/open-registry.ts'
import { answerPending, listPending, rootSession } from '../../src/runtime/answer-pending.ts'
import { converse, resume } from '../../src/runtime/converse.ts'
import { SessionStore } from '../../src/sessions/session-store.ts'
import { answers } from '../../src/testing/answers.ts'
import { project, type TestProject } from '../helpers/project.ts'

const config = (name: string, more = ''): string =>
  `export const config = { name: '${name}', systemPrompt: 'You are ${name}.', ${more} }\n`

const effect = (name: string): string =>
  `import { appendFileSync } from 'node:fs'
export const tools = [{
  name: '${name}', description: 'Does it', input_schema: { type: 'object' },
  execute: () => { appendFileSync(new URL('./ran.txt', import.meta.url), '${name}\\n'); return 'done' },
}]\n`

/** `chief` has the subagent `clerk`, which has the tool `stamp`. */
function office(rules: { chief?: string; clerk?: string } = {}): TestProject {
  return project({
    'agents/chief/index.ts': config('chief'),
    'agents/chief/actauth.yml': rules.chief ?? 'default_decision: allow\n',
    'agents/chief/subagents/clerk/index.ts': config('clerk', `toolDescription: 'Stamps papers'`),
    'agents/chief/subagents/clerk/tools/index.ts': effect('stamp'),
    'agents/chief/subagents/clerk/actauth.yml': rules.clerk ?? 'default_decision: allow\n',
  })
}

const STAMPED = 'agents/chief/subagents/clerk/tools/ran.txt'
const ASK = 'default_decision: ask\n'
const toClerk: ScriptedStep = { calls: [{ name: 'clerk', input: { request: 'Stamp it' }, id: 'to_clerk' }] }
const stamp: ScriptedStep = { calls: [{ name: 'stamp', id: 'stamping' }] }

interface Play {
  root: string
  models: Record<string, Model>
  approver?: Approver
  environment?: string
  text?: string
}

async function play({ root, models, approver = nobody, environment = 'production', text }: Play) {
  const registry = await openRegistry(root)
  const events: LoopEvent[] = []
  const session = await new SessionStore(root, {}).open('office')
  const options = {
    ...turnOf(registry, models),
    session,
    approver,
    scope: { tenant: 'default', environment },
    signal: new AbortController().signal,
    emit: (event: LoopEvent) => void events.push(event),
  }
  try {
    const result = text === undefined ? await resume(options) : await converse({ ...options, text })
    return { ...result, events }
  } finally {
    await session.close()
  }
}

function turnOf(registry: Registry, models: Record<string, Model>) {
  const model = (name: string): Model => {
    const found = models[name]
    if (!found) throw new Error(`The test has no model for ${name}.`)
    return found
  }
  return {
    agent: registry.get('chief'),
    model: model('chief'),
    findAgent: registry.find,
    modelFor: async (agent: Agent) => model(agent.name),
  }
}

describe('an agent as a tool', () => {
  it('gets the request, and only its final text comes back', async () => {
    const { root, read } = office()
    const chief = scriptedModel([toClerk, 'All done.'])
    const clerk = scriptedModel([stamp, 'I stamped it.'])
    const { text, events } = await play({ root, models: { chief, clerk }, text: 'Get it stamped' })
    expect(text).toBe('All done.')
    expect(clerk.requests[0]).toMatchObject({
      system: 'You are clerk.',
      messages: [{ role: 'user', text: 'Stamp it' }],
    })
    expect(chief.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', results: [{ text: 'I stamped it.' }] })
    expect(events.flatMap(event => (event.type === 'call_end' ? [event.outcome.call.name] : []))).toEqual(['clerk'])
    expect(events).toContainEqual({ type: 'progress', callId: 'to_clerk', note: 'clerk: stamp ok' })
    expect(read(STAMPED)).toBe('stamp\n')
  })

  it('asks the same person, who approves the call of the inner tool', async () => {
    const { root, read } = office({ clerk: ASK })
    const models = { chief: scriptedModel([toClerk, 'Good.']), clerk: scriptedModel([stamp, 'Stamped.']) }
    const { events } = await play({ root, models, approver: answers({ approvals: { stamp: true } }), text: 'Go' })
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'approval_request', call: expect.objectContaining({ name: 'stamp' }) }),
    )
    expect(read(STAMPED)).toBe('stamp\n')
  })

  it('parks both turns when nobody can approve, and the answer lets both go on', async () => {
    const { root, read, exists } = office({ clerk: ASK })
    const parked = await play({
      root,
      models: { chief: scriptedModel([toClerk]), clerk: scriptedModel([stamp]) },
      text: 'Go',
    })
    expect(parked.stopReason).toBe('pending')
    const store = new SessionStore(root, {})
    const [waiting, ...others] = await listPending(store)
    expect(others).toEqual([])
    const request = waiting?.request
    if (!waiting || !request) throw new Error('nothing waits')
    expect(parked.pending).toEqual([request])
    expect(exists(STAMPED)).toBe(false)

    const inner = await store.open(waiting.sessionId)
    await answerPending(inner, request.id, { kind: 'approval', answer: { kind: 'approve' } })
    await inner.close()
    expect((await rootSession(store, waiting.sessionId)).id).toBe('office')
    const models = { chief: scriptedModel(['All done.']), clerk: scriptedModel(['Stamped now.']) }
    const { text } = await play({ root, models })
    expect(text).toBe('All done.')
    expect(models.chief.requests[0]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      results: [{ text: 'Stamped now.' }],
    })
    expect(read(STAMPED)).toBe('stamp\n')
    expect(await listPending(store)).toEqual([])
  })

  it('keeps an approval that waits when the process dies while it is asked', async () => {
    const { root } = office({ clerk: ASK })
    const models = { chief: scriptedModel([toClerk]), clerk: scriptedModel([stamp]) }
    const asked = new Promise<string>(resolve => {
      const approve: Approver['approve'] = ({ id }) => {
        resolve(id)
        return new Promise(() => {})
      }
      const approver = { ...nobody, approve }
      void play({ root, models, approver, text: 'Go' })
    })
    const id = await asked
    const { state } = await new SessionStore(root, {}).read('office')
    expect([...(state.open?.waiting.get('to_clerk') ?? [])]).toMatchObject([{ id, kind: 'approval' }])
  })

  it('never does what its own rules deny', async () => {
    const { root, exists } = office({ clerk: 'default_decision: deny\n' })
    const clerk = scriptedModel([stamp, 'I may not.'])
    await play({ root, models: { chief: scriptedModel([toClerk, 'Well.']), clerk }, text: 'Go' })
    expect(clerk.requests[1]?.messages.at(-1)).toMatchObject({ results: [{ kind: 'denied' }] })
    expect(exists(STAMPED)).toBe(false)
  })

  it("decides under the caller's environment", async () => {
    const rules = `default_decision: allow\nrules:\n  - { name: live, scope: "*/production", tool: stamp, decision: deny }\n`
    const models = () => ({ chief: scriptedModel([toClerk, 'Well.']), clerk: scriptedModel([stamp, 'So.']) })
    const live = office({ clerk: rules })
    await play({ root: live.root, models: models(), environment: 'production', text: 'Go' })
    expect(live.exists(STAMPED)).toBe(false)
    const trial = office({ clerk: rules })
    await play({ root: trial.root, models: models(), environment: 'development', text: 'Go' })
    expect(trial.exists(STAMPED)).toBe(true)
  })

  it("passes the caller's gate like any other tool", async () => {
    const { root } = office({ chief: 'default_decision: deny\n' })
    const chief = scriptedModel([toClerk, 'Well.'])
    const clerk = scriptedModel([])
    await play({ root, models: { chief, clerk }, text: 'Go' })
    expect(chief.requests[1]?.messages.at(-1)).toMatchObject({ results: [{ kind: 'denied' }] })
    expect(clerk.requests).toEqual([])
  })

  it('is told when the inner agent fails', async () => {
    const { root } = office()
    const chief = scriptedModel([toClerk, 'Sorry.'])
    const { text } = await play({ root, models: { chief, clerk: scriptedModel([new Error('no paper')]) }, text: 'Go' })
    expect(text).toBe('Sorry.')
    expect(chief.requests[1]?.messages.at(-1)).toMatchObject({
      results: [{ kind: 'failed', text: expect.stringContaining('no paper') }],
    })
  })

  it('answers two requests of one call apart', async () => {
    const { root } = project({
      'agents/chief/index.ts': config('chief'),
      'agents/chief/actauth.yml': 'default_decision: allow\n',
      'agents/chief/tools/index.ts': `export const tools = [{
  name: 'both', description: 'Asks twice', input_schema: { type: 'object' },
  execute: async (_input, { runAgent }) => [await runAgent('clerk', 'A?'), await runAgent('clerk', 'B?')],
}]\n`,
      'agents/clerk/index.ts': config('clerk'),
    })
    const chief = scriptedModel([{ calls: [{ name: 'both' }] }, 'Done.'])
    const clerk = scriptedModel(['About A.', 'About B.'])
    await play({ root, models: { chief, clerk }, text: 'Go' })
    expect(chief.requests[1]?.messages.at(-1)).toMatchObject({ results: [{ text: '["About A.","About B."]' }] })
  })

  it('leaves nothing waiting once the question of the inner tool was answered', async () => {
    const { root } = project({
      'agents/chief/index.ts': config('chief'),
      'agents/chief/actauth.yml': 'default_decision: allow\n',
      'agents/chief/subagents/clerk/index.ts': config('clerk', `toolDescription: 'Stamps papers'`),
    })
    const asking: ScriptedStep = { calls: [{ name: 'system_ask_user', input: { question: 'Which?' } }] }
    let waiting: unknown
    const clerk = scriptedModel([
      asking,
      async () => {
        const { state } = await new SessionStore(root, {}).read('office')
        waiting = [...(state.open?.waiting.keys() ?? [])]
        return 'Stamped.'
      },
    ])
    const approver = answers({ questions: ['the blue one'] })
    const { text } = await play({
      root,
      models: { chief: scriptedModel([toClerk, 'Done.']), clerk },
      approver,
      text: 'Go',
    })
    expect([text, waiting]).toEqual(['Done.', []])
  })

  it('stops agents that run each other without end', async () => {
    const { root } = project({
      'agents/chief/index.ts': config('chief'),
      'agents/chief/actauth.yml': 'default_decision: allow\n',
      'agents/chief/tools/index.ts': `import { agentAsTool } from 'loopengine'\nexport const tools = [agentAsTool('chief', { description: 'Itself' })]\n`,
    })
    let deep = 0
    const chief: Model = {
      id: 'endless',
      async *stream({ messages }) {
        const last = messages.at(-1)
        if (last?.role === 'user') deep++
        const parts =
          last?.role === 'user'
            ? [{ type: 'call' as const, call: { id: 'again', name: 'chief', input: { request: 'You do it' } } }]
            : [{ type: 'text' as const, text: last?.role === 'tool' ? (last.results[0]?.text ?? '') : '' }]
        yield {
          type: 'finish',
          message: { role: 'assistant', parts },
          reason: 'stop',
          usage: { inputTokens: 0, outputTokens: 0 },
        }
      },
    }
    const { text } = await play({ root, models: { chief }, text: 'Go' })
    expect(text).toMatch(/8 deep/)
    expect(deep).toBe(9)
  })
})

describe('assembling subagents', () => {
  it('offers each as a tool of kind agent, nested ones to their own parent', async () => {
    const { root } = project({
      'agents/chief/index.ts': config('chief'),
      'agents/chief/subagents/head-clerk/index.ts': config('head-clerk', `toolDescription: 'Leads'`),
      'agents/chief/subagents/head-clerk/subagents/junior/index.ts': config('junior', `toolDescription: 'Learns'`),
    })
    const chief = (await openRegistry(root)).get('chief')
    expect(chief.tools.head_clerk).toMatchObject({ kind: 'agent', file: 'agents/chief/subagents/head-clerk/index.ts' })
    expect(Object.keys(chief.tools)).not.toContain('junior')
    expect(Object.keys(chief.subagents['head-clerk']?.tools ?? {})).toContain('junior')
  })

  it('wants a toolDescription', async () => {
    const { root } = project({
      'agents/chief/index.ts': config('chief'),
      'agents/chief/subagents/clerk/index.ts': config('clerk'),
    })
    const { agents } = await openRegistry(root)
    expect(agents.get('chief')?.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'SUBAGENT_DESCRIPTION', file: 'agents/chief/subagents/clerk/index.ts' }),
    )
  })
})
