import { toErrorRecord } from '../../core/error-record.ts'
import { foldName } from '../../registry/fold-name.ts'
import { errorText } from '../error-text.ts'
import { styled } from '../style.ts'
import { toolTable } from '../tool-table.ts'
import { type ChatCommand, type CommandEnd, told } from './chat-command.ts'
import { answering, type Chat, moveTo } from './chat-state.ts'

export const agents: ChatCommand = {
  help: 'the agents; talk to another one',
  takes: '[NAME]',
  words: chat => chat.agentNames(),
  run: async (chat, name) => (name === '' ? told(await agentList(chat)) : switchAgent(chat, name)),
}

export const model: ChatCommand = {
  help: 'the model; another one from now on',
  takes: '[PROVIDER/MODEL]',
  words: () => ['offline', 'anthropic/', 'openai/', 'google/', 'openai-compatible/'],
  run: changeModel,
}

export const tools: ChatCommand = {
  help: 'the tools, and what the rules say about them',
  run: async chat => {
    const { agent, tools } = await answering(chat)
    const title = agent.name === chat.name ? '' : `${agent.name} answers now.\n`
    return told(`${title}${toolTable({ ...agent, tools }, chat.scope)}`)
  },
}

export const reload: ChatCommand = {
  help: 'load the agent anew (a saved file does it too)',
  run: async ({ agent }) => told(await agent.reload()),
}

async function agentList({ name, agentNames, terminal: { out } }: Chat): Promise<string> {
  const lines = (await agentNames()).map(one => {
    return one === name
      ? `${styled('cyan', `❯ ${one}`, out)}${styled('gray', '  you talk to it now', out)}`
      : `  ${one}`
  })
  return [...lines, styled('gray', 'Another one: /agents NAME', out)].join('\n')
}

async function switchAgent(chat: Chat, name: string): Promise<CommandEnd> {
  const names = await chat.agentNames()
  const found = names.find(one => one === name) ?? names.find(one => foldName(one) === foldName(name)) ?? name
  if (found === chat.name) return told(`You talk to ${found} already.`)
  const opened = await chat.openAgent(found)
  const left = chat.session
  const leaves = left.state.lines > 0 ? `Session ${left.id} of ${chat.name} is kept: /sessions goes back to it.` : ''
  await moveTo(chat, { agent: opened })
  return { kind: 'moved', text: leaves }
}

async function changeModel(chat: Chat, choice: string): Promise<CommandEnd> {
  if (choice === '') return told(`${chat.model.id}. Another one: /model PROVIDER/MODEL`)
  try {
    const model = await chat.openModel(choice)
    chat.model = model
    chat.modelFor = async () => model
    return told(`From now on ${model.id}.`)
  } catch (error) {
    return told(errorText(toErrorRecord(error), chat.terminal.out))
  }
}
