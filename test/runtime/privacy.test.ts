import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '../../src/core/tool.ts'
import { type AgentParts, tool } from '../helpers/agent-builder.ts'
import { conversationIn } from '../helpers/conversation.ts'
import { project } from '../helpers/project.ts'

const SSN = '123-45-6789'
const said = `My number is ${SSN}.`
const schema = { type: 'object', properties: { ssn: { type: 'string' } } }

/** A tool that keeps what it was called with. */
function seeing(name: string, parts: Partial<ToolDefinition> = {}) {
  const inputs: unknown[] = []
  const definition = tool(name, {
    input_schema: schema,
    execute: input => {
      inputs.push(input)
      return 'verified'
    },
    ...parts,
  })
  return { definition, inputs }
}

function talk(tools: ToolDefinition[], more: Partial<AgentParts> = {}) {
  return conversationIn(project().root, { tools, ...more })
}

const calls = (name: string, ssn: string) => ({ calls: [{ name, input: { ssn } }] })

describe('an agent none of whose tools declares an access', () => {
  it('reads and passes on everything as it is', async () => {
    const { definition, inputs } = seeing('verify')
    const { model } = await talk([definition]).say(said, { steps: [calls('verify', SSN), 'ok'] })
    expect(model.requests[0]?.messages[0]).toMatchObject({ text: said })
    expect(inputs).toEqual([{ ssn: SSN }])
  })
})

describe('an agent with a tool that may read what the person typed', () => {
  it('shows the model a token and gives the tool the value', async () => {
    const { definition, inputs } = seeing('verify', { pii_access: 'user' })
    const { model } = await talk([definition]).say(said, { steps: [calls('verify', '«pii:ssn:1»'), 'ok'] })
    expect(JSON.stringify(model.requests)).not.toContain(SSN)
    expect(model.requests[0]?.messages[0]).toMatchObject({ text: 'My number is «pii:ssn:1».' })
    expect(inputs).toEqual([{ ssn: SSN }])
  })

  it('gives the tools without an access the token', async () => {
    const verify = seeing('verify', { pii_access: 'user' })
    const other = seeing('other')
    await talk([verify.definition, other.definition]).say(said, { steps: [calls('other', '«pii:ssn:1»'), 'ok'] })
    expect(other.inputs).toEqual([{ ssn: '«pii:ssn:1»' }])
  })

  it('lets the person read their own data in the answer', async () => {
    const { definition } = seeing('verify', { pii_access: 'user' })
    const { result, events } = await talk([definition]).say(said, { steps: ['I kept «pii:ssn:1».'] })
    expect(result.text).toBe(`I kept ${SSN}.`)
    const streamed = events.flatMap(event => (event.type === 'text_delta' ? [event.text] : []))
    expect(streamed.join('')).toBe(`I kept ${SSN}.`)
  })

  it('gives the same tokens in the next process', async () => {
    const { definition, inputs } = seeing('verify', { pii_access: 'user' })
    const { say } = talk([definition])
    await say('Mine is a@x.com', { steps: ['ok'] })
    await say('And b@x.com', { steps: [calls('verify', '«pii:email:2»'), 'ok'] })
    expect(inputs).toEqual([{ ssn: 'b@x.com' }])
  })

  it('may not read what another tool returned', async () => {
    const verify = seeing('verify', { pii_access: 'user' })
    const lookup = tool('lookup', { execute: () => ({ mail: 'them@x.com' }) })
    const { model } = await talk([verify.definition, lookup]).say('Go', {
      steps: [{ calls: [{ name: 'lookup' }] }, calls('verify', '«pii:email:1»'), 'ok'],
    })
    expect(JSON.stringify(model.requests)).not.toContain('them@x.com')
    expect(verify.inputs).toEqual([{ ssn: '«pii:email:1»' }])
  })
})

it('a tool that may read results gets what another one returned', async () => {
  const send = seeing('send', { pii_access: 'tools' })
  const lookup = tool('lookup', { execute: () => ({ mail: 'them@x.com' }) })
  await talk([send.definition, lookup]).say('Go', {
    steps: [{ calls: [{ name: 'lookup' }] }, calls('send', '«pii:email:1»'), 'ok'],
  })
  expect(send.inputs).toEqual([{ ssn: 'them@x.com' }])
})

it('the result of a tool that may show the model personal data stays as it is', async () => {
  const open = tool('open', { execute: () => 'them@x.com', pii_access: 'llm' })
  const { model } = await talk([open]).say('Go', { steps: [{ calls: [{ name: 'open' }] }, 'ok'] })
  expect(JSON.stringify(model.requests[1])).toContain('them@x.com')
})

describe('a trace', () => {
  const tracing = (parts: Partial<ToolDefinition>) =>
    tool('work', {
      execute: (_input, { emit }) => emit({ type: 'trace', stage: 'test', message: 'for a@x.com' }),
      ...parts,
    })
  const traced = async (parts: Partial<ToolDefinition>) => {
    const { events } = await talk([tracing(parts)]).say('Go', { steps: [{ calls: [{ name: 'work' }] }, 'ok'] })
    return events.find(({ type }) => type === 'trace')
  }

  it('never holds personal data', async () => {
    expect(await traced({})).toMatchObject({ message: 'for «email»' })
  })

  it('holds that of a tool that may log it', async () => {
    expect(await traced({ pii_access: 'logs' })).toMatchObject({ message: 'for a@x.com' })
  })
})
