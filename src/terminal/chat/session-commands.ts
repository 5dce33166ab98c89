import { type ChatCommand, type CommandEnd, told } from './chat-command.ts'
import { type Chat, moveTo } from './chat-state.ts'
import { chooseSession, resumableSessions } from './choose-session.ts'
import { exportConversation } from './export-conversation.ts'

export const session: ChatCommand = {
  help: 'this session: its id, messages, tokens, grants',
  run: ({ session: { id, state } }) => {
    const said = state.messages.filter(({ role }) => role === 'user').length
    const { inputTokens, outputTokens } = state.usage
    const grants = state.grants.size > 0 ? `\nallowed for this session: ${[...state.grants].join(', ')}` : ''
    const count = `${said} message${said === 1 ? '' : 's'}`
    return told(`${id} · ${count} · ${inputTokens} tokens in, ${outputTokens} out${grants}`)
  },
}

export const sessions: ChatCommand = {
  help: 'choose an earlier session and go on with it',
  takes: '[ID]',
  words: async ({ store }) => (await resumableSessions(store)).map(({ id }) => id),
  run: async (chat, id) => {
    if (id !== '') return resumeSession(chat, id)
    const rows = await resumableSessions(chat.store)
    if (rows.length === 0) return told('There are no sessions yet.')
    const chosen = await chooseSession(chat.terminal, rows, chat.session.id)
    return chosen === undefined ? told('You stay where you are.') : resumeSession(chat, chosen)
  },
}

export const clear: ChatCommand = {
  help: 'begin a new session; this one is kept',
  run: async chat => {
    const { id, state } = chat.session
    await moveTo(chat, {})
    chat.terminal.clear()
    const kept = state.lines > 0 ? `Session ${id} is kept: /sessions goes back to it.` : ''
    return { kind: 'moved', text: kept }
  },
}

export const usage: ChatCommand = {
  help: 'the tokens of this session',
  run: ({ session: { state }, model }) => {
    const { inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens = 0 } = state.usage
    const cached = cachedInputTokens > 0 ? ` (${cachedInputTokens} from the cache)` : ''
    const reasoning = reasoningTokens > 0 ? ` (${reasoningTokens} of them reasoning)` : ''
    const turns = `${state.turn} turn${state.turn === 1 ? '' : 's'}`
    return told(`${turns} · ${inputTokens} tokens in${cached} · ${outputTokens} out${reasoning} · ${model.id}`)
  },
}

export const exporting: ChatCommand = {
  help: 'write the conversation to a file, as Markdown',
  takes: '[FILE]',
  run: async (chat, file) => {
    if (chat.session.state.lines === 0) return told('There is nothing to write yet.')
    const written = await exportConversation(chat, file || `conversation-${chat.session.id}.md`)
    return told(`Written to ${written}.`)
  },
}

async function resumeSession(chat: Chat, id: string): Promise<CommandEnd> {
  if (id === chat.session.id) return told('That is the session you are in.')
  const { state } = await chat.store.read(id)
  const agent = state.agent === chat.name ? undefined : await chat.openAgent(state.agent)
  await moveTo(chat, { id, ...(agent ? { agent } : {}) })
  return { kind: 'moved' }
}
