import { parseJson } from '../../core/json.ts'
import { answeredCalls } from '../../core/message.ts'
import { describeCall } from '../describe-call.ts'
import { styled } from '../style.ts'
import { visible } from '../visible.ts'
import { type ChatCommand, told } from './chat-command.ts'

export const results: ChatCommand = {
  help: 'the results of the last calls, in full',
  run: ({ session, terminal: { out } }) => {
    const { messages } = session.state
    const since = messages.findLastIndex(({ role }) => role === 'user')
    const calls = answeredCalls(messages.slice(Math.max(0, since)))
    if (calls.length === 0) return told('The last turn made no calls.')
    const blocks = calls.map(({ call, result }) => `${styled('bold', describeCall(call), out)}\n${spread(result.text)}`)
    return told(blocks.join('\n\n'))
  },
}

/** JSON on lines of its own, any other text as it is. */
function spread(text: string): string {
  const value = parseJson(text)
  return visible(typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : text)
}
