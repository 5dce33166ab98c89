import type { OpenedModel, Provider, ProviderSettings } from './provider.ts'

/** Any server that speaks the chat completions API: Ollama, vLLM, LM Studio, a gateway. */
export const openaiCompatible: Provider = {
  baseUrlVariable: 'LOOPENGINE_BASE_URL',
  open: settings => openCompatible('openai-compatible', settings),
}

export const deepseek: Provider = {
  keyVariable: 'DEEPSEEK_API_KEY',
  baseUrlVariable: 'DEEPSEEK_BASE_URL',
  baseURL: 'https://api.deepseek.com/v1',
  open: settings => openCompatible('deepseek', settings),
}

async function openCompatible(name: string, { model, apiKey, baseURL, fetch }: ProviderSettings): Promise<OpenedModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({ name, baseURL, apiKey, fetch, includeUsage: true })
  return { model: provider(model), imagesInResults: false }
}
