import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { openai, openaiChat } from './openai.ts'
import { deepseek, openaiCompatible } from './openai-compatible.ts'
import type { Provider } from './provider.ts'

export type ProviderName = 'anthropic' | 'openai' | 'openai-chat' | 'google' | 'deepseek' | 'openai-compatible'

/** The one table of providers: a new one is a file beside this and a row here. */
export const providers = {
  anthropic,
  openai,
  'openai-chat': openaiChat,
  google,
  deepseek,
  'openai-compatible': openaiCompatible,
} satisfies Record<ProviderName, Provider>
