import type { AgentConfig } from 'loopengine'

export const config: AgentConfig = {
  name: 'assistant',
  systemPrompt:
    'You keep notes for one person. Look at the notes before you answer, and add one only when you are asked to.',
}
