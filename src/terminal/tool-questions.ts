import { parseParameters } from '../scaffold/parameter.ts'
import { toolNames } from '../scaffold/tool-name.ts'
import type { Given, Questions } from './questions.ts'
import { spelledOut } from './spelled-out.ts'

/** What `add-tool` wants to know, in the order it asks. */
export const ADD_TOOL = {
  name: {
    kind: 'text',
    argument: true,
    message: 'Name of the tool (get-order):',
    description: 'The tool: get-order makes the tool get_order in tools/get_order.ts.',
    check: toolNames,
  },
  agent: {
    kind: 'choice',
    message: 'For which agent?',
    description: 'The agent that gets it; shop/returns for a subagent. Default: the only one.',
    value: 'NAME',
  },
  description: {
    kind: 'text',
    message: 'What it does, when to use it, what comes back (the model reads this):',
    description: 'Told to the model: what the tool does, when to use it, what comes back.',
    fallback: ({ name }: Given) => spelledOut(String(name)),
  },
  param: {
    kind: 'list',
    message: 'An argument, as name:type:description (orderId:string:The order id); empty for no more:',
    description: 'An argument, name:type:description. Types: string, number, integer, boolean, date, a|b, and with [].',
    value: 'NAME:TYPE:DESCRIPTION',
    check: parseParameters,
  },
  safe: {
    kind: 'yes-no',
    message: 'Does it only read, without changing anything anywhere?',
    description: 'It only reads: may run beside other calls, and is allowed unless --decision says otherwise.',
  },
  decision: {
    kind: 'choice',
    message: 'May the agent call it?',
    description: 'What the rules say. Default: allow with --safe, else ask.',
    choices: ['allow', 'ask', 'deny'],
    fallback: ({ safe }: Given) => (safe === true ? 'allow' : 'ask'),
  },
} as const satisfies Questions

/** What `remove-tool` wants to know. */
export const REMOVE_TOOL = {
  agent: {
    ...ADD_TOOL.agent,
    message: 'From which agent?',
    description: 'The agent that loses it. Default: the only one.',
  },
  name: {
    kind: 'choice',
    argument: true,
    message: 'Which tool?',
    description: 'The tool, as `loopengine tools AGENT` lists it.',
  },
} as const satisfies Questions
