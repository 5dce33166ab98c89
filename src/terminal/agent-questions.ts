import { DEFAULT_PROMPT } from '../scaffold/add-agent.ts'
import { checkAgentName } from '../scaffold/tool-name.ts'
import type { Given, Questions } from './questions.ts'
import { spelledOut } from './spelled-out.ts'

const name = {
  kind: 'text',
  argument: true,
  message: 'Name of the agent (customer-service):',
  description: 'The agent; its folder has this name.',
  check: checkAgentName,
} as const

const prompt = {
  kind: 'text',
  message: 'Who is it, and what is it for?',
  description: 'What the model is told before every conversation.',
  fallback: () => DEFAULT_PROMPT,
} as const

const model = {
  kind: 'text',
  silent: true,
  message: 'Which model?',
  description: 'Its model. Default: what --model or LOOPENGINE_MODEL says.',
  value: 'PROVIDER/MODEL',
} as const

/** What `add-agent` wants to know, in the order it asks. */
export const ADD_AGENT = { name, prompt, model } as const satisfies Questions

/** What `add-subagent` wants to know. */
export const ADD_SUBAGENT = {
  parent: {
    kind: 'choice',
    argument: true,
    message: 'Below which agent?',
    description: 'The agent it works for: shop, or shop/returns for a deeper one.',
  },
  name,
  description: {
    kind: 'text',
    message: 'What it does, when to hand something to it (the parent reads this):',
    description: "Told to the parent's model: what it does, when to use it, what comes back.",
    fallback: (given: Given) => `Answers requests about ${spelledOut(String(given.name)).toLowerCase()}.`,
  },
  prompt,
  model,
  decision: {
    kind: 'choice',
    message: 'May the parent call it?',
    description: 'What the rules of the parent say. Default: ask.',
    choices: ['allow', 'ask', 'deny'],
    fallback: () => 'ask',
  },
} as const satisfies Questions
