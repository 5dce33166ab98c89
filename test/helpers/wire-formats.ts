/** What a provider answers, before it is put into the words of one protocol. */
export interface WireAnswer {
  reasoning?: string
  /** The text in the pieces that are sent. */
  text?: string[]
  /** `arguments` is sent as it is: it need not be JSON. */
  calls?: { id: string; name: string; arguments: string }[]
  finish?: 'length' | 'filtered'
}

/** One protocol: how its streams are written. */
export interface WireFormat {
  /** The path that a request arrives at. */
  path: string
  stream(answer: WireAnswer): string
  /** An error body as this provider writes it. */
  error(message: string, code: string): unknown
  /** An error in the middle of a stream. */
  errorEvent(message: string, code: string): string
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const event = (type: string, value: object) => `event: ${type}\n${data({ type, ...value })}`
const halves = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)]

const chat: WireFormat = {
  path: '/chat/completions',
  stream({ reasoning, text = [], calls = [], finish }) {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      data({
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason }],
      })
    const reason = finish === 'filtered' ? 'content_filter' : (finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'))
    return [
      chunk({ role: 'assistant', content: '' }),
      ...(reasoning ? [chunk({ reasoning_content: reasoning })] : []),
      ...text.map(content => chunk({ content })),
      ...calls.flatMap(({ id, name, arguments: written }, index) => [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        ...halves(written).map(part => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
      ]),
      chunk({}, reason),
      data({
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [],
        usage: {
          prompt_tokens: 12,
          completion_tokens: 7,
          total_tokens: 19,
          prompt_tokens_details: { cached_tokens: 4 },
        },
      }),
      'data: [DONE]\n\n',
    ].join('')
  },
  error: (message, code) => ({ error: { message, type: code, param: null, code } }),
  errorEvent: (message, code) => data({ error: { message, type: code, code } }),
}

const responses: WireFormat = {
  path: '/responses',
  stream({ reasoning, text = [], calls = [], finish }) {
    const output: object[] = []
    let body = event('response.created', { response: { id: 'r', created_at: 1, model: 'm' } })
    const item = (added: object, done: object, middle = '') => {
      const output_index = output.push(done) - 1
      body += event('response.output_item.added', { output_index, item: added })
      body += middle.replaceAll('"output_index":0', `"output_index":${output_index}`)
      body += event('response.output_item.done', { output_index, item: done })
    }
    if (reasoning) {
      const summary = [{ type: 'summary_text', text: reasoning }]
      const shared = { type: 'reasoning', id: 'rs', encrypted_content: 'sealed' }
      const part = { item_id: 'rs', output_index: 0, summary_index: 0 }
      item(
        { ...shared, summary: [] },
        { ...shared, summary },
        event('response.reasoning_summary_part.added', { ...part, part: { type: 'summary_text', text: '' } }) +
          event('response.reasoning_summary_text.delta', { ...part, delta: reasoning }) +
          event('response.reasoning_summary_part.done', { ...part, part: summary[0] }),
      )
    }
    if (text.length > 0) {
      const message = { type: 'message', id: 'msg', role: 'assistant' }
      const content = [{ type: 'output_text', text: text.join(''), annotations: [] }]
      const deltas = text.map(delta =>
        event('response.output_text.delta', { item_id: 'msg', output_index: 0, content_index: 0, delta }),
      )
      item({ ...message, content: [] }, { ...message, content }, deltas.join(''))
    }
    for (const { id, name, arguments: written } of calls) {
      const call = { type: 'function_call', id: `fc_${id}`, call_id: id, name }
      const deltas = halves(written).map(delta =>
        event('response.function_call_arguments.delta', { item_id: `fc_${id}`, output_index: 0, delta }),
      )
      item({ ...call, arguments: '' }, { ...call, arguments: written, status: 'completed' }, deltas.join(''))
    }
    const usage = { input_tokens: 12, output_tokens: 7, input_tokens_details: { cached_tokens: 4 } }
    if (finish === undefined) return body + event('response.completed', { response: { id: 'r', output, usage } })
    const reason = finish === 'length' ? 'max_output_tokens' : 'content_filter'
    return body + event('response.incomplete', { response: { id: 'r', output, usage, incomplete_details: { reason } } })
  },
  error: chat.error,
  errorEvent: (message, code) =>
    event('error', { sequence_number: 1, error: { type: code, code, message, param: null } }),
}

const anthropic: WireFormat = {
  path: '/messages',
  stream({ reasoning, text = [], calls = [], finish }) {
    const blocks: [start: object, deltas: object[]][] = []
    if (reasoning) {
      const deltas = [
        { type: 'thinking_delta', thinking: reasoning },
        { type: 'signature_delta', signature: 'signed' },
      ]
      blocks.push([{ type: 'thinking', thinking: '' }, deltas])
    }
    if (text.length > 0)
      blocks.push([{ type: 'text', text: '' }, text.map(piece => ({ type: 'text_delta', text: piece }))])
    for (const { id, name, arguments: written } of calls) {
      const deltas = halves(written).map(partial_json => ({ type: 'input_json_delta', partial_json }))
      blocks.push([{ type: 'tool_use', id, name, input: {} }, deltas])
    }
    const usage = { input_tokens: 8, output_tokens: 0, cache_read_input_tokens: 4, cache_creation_input_tokens: 0 }
    const stop = { length: 'max_tokens', filtered: 'refusal' }
    const stop_reason = finish ? stop[finish] : calls.length > 0 ? 'tool_use' : 'end_turn'
    const message = { id: 'msg', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage }
    return [
      event('message_start', { message }),
      event('ping', {}),
      ...blocks.flatMap(([content_block, deltas], index) => [
        event('content_block_start', { index, content_block }),
        ...deltas.map(delta => event('content_block_delta', { index, delta })),
        event('content_block_stop', { index }),
      ]),
      event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } }),
      event('message_stop', {}),
    ].join('')
  },
  error: (message, code) => ({ type: 'error', error: { type: code, message } }),
  errorEvent: (message, code) => event('error', { error: { type: code, message } }),
}

const google: WireFormat = {
  path: ':streamGenerateContent',
  stream({ reasoning, text = [], calls = [], finish }) {
    const parts = [
      ...(reasoning ? [{ text: reasoning, thought: true }] : []),
      ...text.map(piece => ({ text: piece })),
      ...calls.map(({ id, name, arguments: written }) => ({
        functionCall: { id, name, args: JSON.parse(written) },
        thoughtSignature: `signature of ${id}`,
      })),
    ]
    const usageMetadata = {
      promptTokenCount: 12,
      candidatesTokenCount: 7,
      totalTokenCount: 19,
      cachedContentTokenCount: 4,
    }
    const reason = { length: 'MAX_TOKENS', filtered: 'SAFETY' }
    const last = { content: { parts: [], role: 'model' }, finishReason: finish ? reason[finish] : 'STOP', index: 0 }
    return [
      ...parts.map(part => data({ candidates: [{ content: { parts: [part], role: 'model' }, index: 0 }] })),
      data({ candidates: [last], usageMetadata }),
    ].join('')
  },
  error: (message, code) => ({ error: { code: 400, message, status: code } }),
  errorEvent: (message, code) => data({ error: { code: 503, message, status: code } }),
}

/** By provider, as `--model` names it. */
export const wireFormats = {
  anthropic,
  openai: responses,
  'openai-chat': chat,
  google,
  deepseek: chat,
  'openai-compatible': chat,
} satisfies Record<string, WireFormat>

export type WireName = keyof typeof wireFormats
