import type { AssistantPart, Message, ToolResult } from '../core/message.ts'
import { describeCall } from './describe-call.ts'
import { styled } from './style.ts'
import { oneLine, widthOf, wrapped } from './text-width.ts'

/** A conversation for people: who said what, calls on a line each, results cut to a line unless they say why not. */
export function conversationText(messages: readonly Message[], stream: NodeJS.WriteStream): string {
  return messages.flatMap(message => messageLines(message, stream)).join('\n')
}

function messageLines(message: Message, stream: NodeJS.WriteStream): string[] {
  if (message.role === 'tool') return message.results.flatMap(result => resultLines(result, stream))
  if (message.role === 'assistant') return message.parts.flatMap(part => partLines(part, stream))
  const [first = '', ...rest] = wrapped(message.text, widthOf(stream) - 2)
  return ['', `${styled('cyan', '›', stream)} ${first}`, ...rest.map(line => `  ${line}`)]
}

function partLines(part: AssistantPart, stream: NodeJS.WriteStream): string[] {
  const width = widthOf(stream) - 2
  if (part.type === 'call') return [`  ${styled('gray', `→ ${oneLine(describeCall(part.call), width - 2)}`, stream)}`]
  const lines = wrapped(part.text, width).map(line => `  ${line}`)
  return part.type === 'text' ? lines : lines.map(line => styled('gray', line, stream))
}

function resultLines({ name, kind, text }: ToolResult, stream: NodeJS.WriteStream): string[] {
  const told = `${name} ${kind}: ${text}`
  const width = widthOf(stream) - 4
  const lines = kind === 'ok' ? [oneLine(told, width)] : wrapped(told, width)
  return lines.map(line => styled('gray', `    ${line}`, stream))
}
