import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider'

export interface ProviderSettings {
  /** What stands behind `provider/`. */
  model: string
  apiKey: string | undefined
  baseURL: string
  fetch: typeof globalThis.fetch
}

export interface OpenedModel {
  model: LanguageModelV3
  /** Sent with every request. */
  providerOptions?: SharedV3ProviderOptions
  /** How the provider is told to cache the prompt up to a message. */
  cacheMark?: SharedV3ProviderOptions
  /** Tokens of one answer at most; undefined: as the provider's package thinks fit. */
  maxOutputTokens?: number
  /** Whether its tool results may hold images. */
  imagesInResults: boolean
}

/** One provider of models. Its package is imported when it is opened, never before. */
export interface Provider {
  /** The variable that holds its key; undefined when a key is optional. */
  keyVariable?: string
  /** The variable that replaces its address (a gateway, a server of one's own). */
  baseUrlVariable: string
  /** Its own address; undefined when it has none until the variable is set. */
  baseURL?: string
  open(settings: ProviderSettings): Promise<OpenedModel>
}
