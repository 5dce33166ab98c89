import type { Provider } from './provider.ts'

/** For models that the package does not know: it would stop those at 4,096. What a known model can't, it lowers. */
const MAX_OUTPUT_TOKENS = 64_000

export const anthropic: Provider = {
  keyVariable: 'ANTHROPIC_API_KEY',
  baseUrlVariable: 'ANTHROPIC_BASE_URL',
  baseURL: 'https://api.anthropic.com/v1',
  async open({ model, apiKey, baseURL, fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return {
      model: createAnthropic({ apiKey, baseURL, fetch })(model),
      cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      ...(model.includes('claude-') ? { maxOutputTokens: MAX_OUTPUT_TOKENS } : {}),
      imagesInResults: true,
    }
  },
}
