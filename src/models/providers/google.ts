import type { Provider } from './provider.ts'

export const google: Provider = {
  keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  baseUrlVariable: 'GOOGLE_GENERATIVE_AI_BASE_URL',
  baseURL: 'https://generativelanguage.googleapis.com/v1beta',
  async open({ model, apiKey, baseURL, fetch }) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return { model: createGoogleGenerativeAI({ apiKey, baseURL, fetch })(model), imagesInResults: true }
  },
}
