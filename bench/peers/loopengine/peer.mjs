// Our file in the shape of the peers' harness (bench/peers.mjs runs it): one agent, one tool, a run from text to answer.
const dist = process.env.LOOPENGINE_DIST ?? new URL('../../../dist/index.js', import.meta.url).href
const { loadTools, openModel, runTurn } = await import(dist)

export const name = 'loopengine'

export async function setup({ baseURL, work }) {
  const env = { ...process.env, LOOPENGINE_BASE_URL: baseURL }
  const definition = {
    name: 'work',
    description: 'work',
    input_schema: { type: 'object', properties: { i: { type: 'number' } }, required: ['i'] },
    safe: true,
    execute: input => work(input),
  }
  const { tools } = await loadTools([{ definition, kind: 'local', file: 'bench' }])
  const models = new Map()
  const modelOf = async id => {
    if (!models.has(id)) models.set(id, await openModel(`openai-compatible/${id}`, { env }))
    return models.get(id)
  }
  const agentOf = (client, maxTurns, useTools) => ({
    name: 'bench',
    directory: '/bench',
    systemPrompt: 'You are a helpful agent.',
    model: undefined,
    tools: useTools ? tools : {},
    skills: [],
    subagents: {},
    gate: { decide: () => ({ decision: 'allow', rule: null, reason: 'bench' }) },
    isSafe: () => true,
    limits: { maxTurns, toolTimeout: 30_000 },
    config: { name: 'bench', systemPrompt: '' },
    diagnostics: [],
    client,
  })
  const run = async ({ model, maxSteps, useTools }) => {
    const { text } = await runTurn({
      agent: agentOf(await modelOf(model), maxSteps, useTools),
      session: { id: 'bench', variables: {}, grants: new Set(), requests: 0 },
      messages: [{ role: 'user', text: 'go' }],
      scope: { tenant: 'default', environment: 'production' },
      signal: new AbortController().signal,
      emit: () => {},
      record: async () => {},
    })
    return text
  }
  run.make = () => agentOf({ id: 'none', stream: () => {} }, 25, true)
  return run
}
