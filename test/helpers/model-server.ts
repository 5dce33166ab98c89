import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'

/** One message as the provider's protocol carries it. */
export interface WireMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: unknown[]
}

/** What the model does next: says a text, or wants calls. `delayMs`: between the words of the text. */
export type Turn = string | { text?: string; calls?: [name: string, input: object][]; delayMs?: number }

/** Decides by the whole conversation; `round` counts the model calls since the last message of the person. */
export type Script = (messages: WireMessage[], round: number) => Turn

export interface ModelServer {
  /** For `LOOPENGINE_BASE_URL`. */
  url: string
  /** For `LOOPENGINE_MODEL`. */
  model: string
  env: Record<string, string>
  /** The conversations that were asked for, oldest first. */
  requests: WireMessage[][]
}

/** An OpenAI-compatible model on loopback that does what the script says. Stops with the test file. */
export async function modelServer(script: Script): Promise<ModelServer> {
  const requests: WireMessage[][] = []
  const server = createServer((request, response) => {
    answer(request, response, messages => {
      requests.push(messages)
      return script(messages, roundOf(messages))
    }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const model = 'openai-compatible/scripted'
  return { url, model, requests, env: { LOOPENGINE_BASE_URL: url, LOOPENGINE_MODEL: model } }
}

/** What the model was told last: the results of its calls, or what the person said. */
export function lastTold(messages: WireMessage[]): string {
  const from = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'user')
  const told = messages[from]?.role === 'user' ? messages.slice(from) : messages.slice(from + 1)
  return told.map(({ content }) => content).join(' | ')
}

function roundOf(messages: WireMessage[]): number {
  const from = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(from).filter(({ role }) => role === 'assistant').length
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  next: (messages: WireMessage[]) => Turn,
): Promise<void> {
  let body = ''
  for await (const part of request) body += part
  const { messages } = JSON.parse(body) as { messages: WireMessage[] }
  const turn = next(messages)
  const { text = '', calls = [], delayMs = 0 } = typeof turn === 'string' ? { text: turn } : turn
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: object, finish: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  send({ role: 'assistant', content: '' })
  for (const word of text.match(/\s*\S+/g) ?? []) {
    if (delayMs > 0) await sleep(delayMs)
    send({ content: word })
  }
  for (const [index, [name, input]] of calls.entries()) {
    const id = `call_${messages.length}_${index}`
    send({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }] })
  }
  send({}, calls.length > 0 ? 'tool_calls' : 'stop')
  response.end('data: [DONE]\n\n')
}
