import { BINDING_TYPES } from '../abl/index.ts'
import { HTTP_TOOL_METHODS } from '../scaffold/http-tool/http-tool.ts'
import { checkResponsePath, readHeaders, readUrl } from '../scaffold/http-tool/read-http-tool.ts'
import { parseParameters } from '../scaffold/parameter.ts'
import { toolNames } from '../scaffold/tool-name.ts'
import type { Given, Questions } from './questions.ts'
import { spelledOut } from './spelled-out.ts'

const KIND = {
  kind: 'choice',
  silent: true,
  message: 'What kind of tool?',
  description: 'TypeScript of your own (the default), TypeScript made for one HTTP request, or a declaration in ABL.',
  choices: ['local', 'http', 'abl'],
} as const

/** What `add-tool` wants to know of every tool, in the order it asks; what a kind adds stands between. */
const COMMON = {
  name: {
    kind: 'text',
    argument: true,
    message: 'Name of the tool (get-order):',
    description: 'The tool: get-order makes the tool get_order in tools/get_order.ts.',
    check: toolNames,
  },
  kind: KIND,
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
} as const satisfies Questions

const PERMISSION = {
  safe: {
    kind: 'yes-no',
    message: 'Does it only read, without changing anything anywhere?',
    description: 'It only reads: may run beside other calls, and is allowed unless --decision says otherwise.',
  },
  decision: {
    kind: 'choice',
    message: 'May the agent call it?',
    description: 'What the rules say. Default: allow with --safe, else ask; ask for what is imported.',
    choices: ['allow', 'ask', 'deny'],
    fallback: ({ safe }: Given) => (safe === true ? 'allow' : 'ask'),
  },
} as const satisfies Questions

const PARAM = {
  kind: 'list',
  message: 'An argument, as name:type:description (orderId:string:The order id); empty for no more:',
  description: 'An argument, name:type:description. Types: string, number, integer, boolean, date, a|b, and with [].',
  value: 'NAME:TYPE:DESCRIPTION',
  check: parseParameters,
} as const

/** What `add-tool` wants to know of a tool of your own code. */
export const ADD_TOOL = { ...COMMON, param: PARAM, ...PERMISSION } as const satisfies Questions

const hasBody = ({ method }: Given) => !/^(get|head)$/i.test(String(method))

/** What `add-tool --kind http` wants to know. */
export const ADD_HTTP_TOOL = {
  ...COMMON,
  method: {
    kind: 'choice',
    message: 'Which method?',
    description: 'The method of the request.',
    choices: HTTP_TOOL_METHODS,
    fallback: () => 'GET',
  },
  url: {
    kind: 'text',
    message: 'Which URL? An argument stands in it as {field}, an environment variable as {{NAME}}:',
    description: 'Where the request goes, with {field} for arguments (in ABL, the endpoint).',
    value: 'URL',
    check: readUrl,
  },
  header: {
    kind: 'list',
    message: "A header, as 'Name: value', a secret as {{NAME}} from the environment; empty for no more:",
    description:
      "A header of the request, 'Name: value'; {{NAME}} is an environment variable (in ABL, {{config.NAME}}).",
    value: 'NAME: VALUE',
    check: readHeaders,
  },
  param: {
    ...PARAM,
    message: 'Type and meaning of a {field}, or one more argument (amount:number); empty for no more:',
  },
  body: {
    kind: 'text',
    optional: true,
    applies: hasBody,
    message: 'The body as JSON, with "{field}" for arguments; empty to send the arguments as they are:',
    description: 'The body, JSON in which "{field}" stands for an argument. Default: the arguments.',
    value: 'JSON',
    check: (text: string) => JSON.parse(text),
  },
  'response-path': {
    kind: 'text',
    optional: true,
    message: 'Where in the answer is the result (data.items[0])? Empty for all of it:',
    description: 'Where in the answer the result stands, as in data.items[0].',
    value: 'PATH',
    check: checkResponsePath,
  },
  ...PERMISSION,
} as const satisfies Questions

const isHttp = ({ type }: Given) => type === 'http'
const hasUrl = ({ type }: Given) => type === 'http' || type === 'async_webhook'

/** What `add-tool --kind abl` wants to know. */
export const ADD_ABL_TOOL = {
  ...COMMON,
  type: {
    kind: 'choice',
    message: 'What carries the tool out?',
    description: 'What carries a tool of ABL out. Default: http where --url is given.',
    choices: BINDING_TYPES,
  },
  method: {
    ...ADD_HTTP_TOOL.method,
    applies: hasUrl,
    fallback: ({ type }: Given) => (isHttp({ type }) ? 'GET' : 'POST'),
  },
  url: {
    ...ADD_HTTP_TOOL.url,
    applies: hasUrl,
    message: 'Which endpoint? An argument stands in it as {name}:',
    check: () => {},
  },
  header: { ...ADD_HTTP_TOOL.header, applies: hasUrl, message: "A header, as 'Name: value'; empty for no more:" },
  param: PARAM,
  body: {
    ...ADD_HTTP_TOOL.body,
    applies: (given: Given) => isHttp(given) && hasBody(given),
    message: 'The body as a template; empty to send the arguments as they are:',
    check: () => {},
  },
  property: {
    kind: 'list',
    message: 'A property of that type, as key=value (server=crm); empty for no more:',
    description: 'A property of a tool of ABL, key=value; a dot leads into a block: hints.cacheable=true.',
    value: 'KEY=VALUE',
  },
  file: {
    kind: 'text',
    message: 'In which file of tools/?',
    description: 'The .tools.abl file in the tools/ of the agent. Default: the only one, else one of its own.',
    value: 'FILE',
  },
  ...PERMISSION,
} as const satisfies Questions

/** What `add-tool --from-openapi` wants to know. */
export const IMPORT_TOOLS = {
  'from-openapi': {
    kind: 'text',
    silent: true,
    message: 'Which document?',
    description: 'Make tools of the operations of an OpenAPI 3.0 or 3.1 document (JSON or YAML).',
    value: 'FILE|URL',
  },
  kind: { ...KIND, fallback: () => 'abl' },
  agent: COMMON.agent,
  all: {
    kind: 'yes-no',
    silent: true,
    message: 'All of them?',
    description: 'With --from-openapi: every operation.',
  },
  operation: {
    kind: 'choices',
    applies: ({ all }: Given) => all !== true,
    message: 'Which operations?',
    description: "With --from-openapi: an operation, by its operationId or as 'GET /path'.",
    value: 'ID',
  },
  file: { ...ADD_ABL_TOOL.file, silent: true },
  'base-url': {
    kind: 'text',
    silent: true,
    message: 'Which server?',
    description: 'With --from-openapi: the server, instead of those of the document.',
    value: 'URL',
    check: readUrl,
  },
  decision: { ...PERMISSION.decision, fallback: () => 'ask' },
} as const satisfies Questions

/** What `remove-tool` wants to know. */
export const REMOVE_TOOL = {
  agent: {
    ...COMMON.agent,
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
