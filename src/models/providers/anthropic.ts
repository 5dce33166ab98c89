import type { Provider } from './provider.ts'

export const anthropic: Provider = {
  keyVariable: 'ANTHROPIC_API_KEY',
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  baseURL: 'https://api.anthropic.com/v1',
  async open({ model, apiKey, baseURL, fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return {
      model: createAnthropic({ apiKey, baseURL, fetch })(model),
      cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      imagesInResults: true,
    }
  },
}
