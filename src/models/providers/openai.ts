import type { Provider, ProviderSettings } from './provider.ts'

/** The Responses API, asked to store nothing: the conversation is ours, reasoning travels encrypted. */
export const openai: Provider = {
  keyVariable: 'OPENAI_API_KEY',
  baseUrlVariable: 'OPENAI_BASE_URL',
  baseURL: 'https://api.openai.com/v1',
  async open(settings) {
    const { responses } = await create(settings)
    return { model: responses(settings.model), providerOptions: { openai: { store: false } }, imagesInResults: true }
  },
}

/** The chat completions API, for models and gateways that have no other. */
export const openaiChat: Provider = {
  keyVariable: 'OPENAI_API_KEY',
  baseUrlVariable: 'OPENAI_BASE_URL',
  baseURL: 'https://api.openai.com/v1',
  async open(settings) {
    const { chat } = await create(settings)
    return { model: chat(settings.model), imagesInResults: false }
  },
}

async function create({ apiKey, baseURL, fetch }: ProviderSettings) {
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI({ apiKey, baseURL, fetch })
}
