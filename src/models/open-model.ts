import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { LanguageModel } from '../core/agent.ts'
import { LoopengineError, usageError } from '../core/errors.ts'
import { getOwn } from '../core/json.ts'
import type { Model } from '../core/model.ts'
import { didYouMean } from '../core/nearest.ts'
import type { Environment } from './network.ts'
import { providers } from './providers/index.ts'
import type { Provider } from './providers/provider.ts'

export interface OpenModelOptions {
  /** Keys and addresses are read from here and nowhere else. */
  env: Environment
  /** Milliseconds without one byte before a request counts as stalled. @default 300000 */
  idleTimeoutMs?: number
}

/**
 * Opens `provider/model`, `offline`, or a model object of the provider interface. Connects to nothing yet, and asks once:
 * who wants busy providers to be asked again puts `retryModel` around it.
 */
export async function openModel(choice: string | LanguageModel, options: OpenModelOptions): Promise<Model> {
  if (typeof choice !== 'string') return openObject(choice)
  if (choice === 'offline') return (await import('./offline/offline-model.ts')).offlineModel()
  const slash = choice.indexOf('/')
  const name = slash < 0 ? choice : choice.slice(0, slash)
  const model = slash < 0 ? '' : choice.slice(slash + 1)
  const provider: Provider | undefined = getOwn<Provider>(providers, name)
  if (provider === undefined) throw unknownProvider(choice, name)
  if (model === '')
    throw usageError('model_name_missing', `\`${choice}\` names no model.`, `Write \`${name}/<model>\`.`)
  return openProvider(provider, { id: choice, model }, options)
}

async function openProvider(
  provider: Provider,
  { id, model }: { id: string; model: string },
  options: OpenModelOptions,
): Promise<Model> {
  const { env } = options
  const apiKey = keyOf(provider, env)
  const baseURL = env[provider.baseUrlVariable]?.trim() || provider.baseURL
  if (provider.keyVariable !== undefined && apiKey === undefined) throw missingKey(id, provider.keyVariable)
  if (baseURL === undefined) throw missingBaseUrl(id, provider.baseUrlVariable)
  const [{ modelFetch }, { fromProvider }] = await Promise.all([import('./network.ts'), import('./from-provider.ts')])
  const opened = await provider.open({ model, apiKey, baseURL, fetch: modelFetch(options) })
  const source = {
    id,
    keyVariable: provider.keyVariable ?? 'LOOPENGINE_API_KEY',
    secrets: apiKey === undefined ? [] : [apiKey],
  }
  return fromProvider(opened.model, { ...opened, source })
}

function keyOf({ keyVariable = 'LOOPENGINE_API_KEY' }: Provider, env: Environment): string | undefined {
  return env[keyVariable]?.trim() || undefined
}

const INTERFACE_VERSION = 'v3'

async function openObject(model: LanguageModel): Promise<Model> {
  const { specificationVersion, provider, modelId } = model
  const id = `${provider}/${modelId}`
  if (specificationVersion !== INTERFACE_VERSION) {
    throw new LoopengineError(
      'model_version_unsupported',
      `The model object \`${id}\` implements version \`${specificationVersion}\` of the provider interface; this loopengine takes \`${INTERFACE_VERSION}\`.`,
      { hint: 'Install the major version of its package that implements it, or name the model as `provider/model`.' },
    )
  }
  const { fromProvider } = await import('./from-provider.ts')
  return fromProvider(model as LanguageModelV3, { source: { id, secrets: [] }, imagesInResults: true })
}

function unknownProvider(choice: string, name: string): LoopengineError {
  const names = ['offline', ...Object.keys(providers)]
  const there = names.map(known => (known === 'offline' ? known : `${known}/…`)).join(', ')
  return usageError(
    'unknown_provider',
    `No provider \`${name}\` for the model \`${choice}\`.`,
    `${didYouMean(name, names)} There are: ${there}`.trim(),
  )
}

function missingKey(id: string, variable: string): LoopengineError {
  return usageError(
    'model_key_missing',
    `The model \`${id}\` needs ${variable}, which is not set.`,
    `Set ${variable} in the environment or in .env; or use \`openai-compatible/<model>\` with LOOPENGINE_BASE_URL; or \`offline\`, which needs no key.`,
  )
}

function missingBaseUrl(id: string, variable: string): LoopengineError {
  return usageError(
    'model_base_url_missing',
    `The model \`${id}\` needs ${variable}, which is not set.`,
    `Set ${variable} to the server's address, for example http://127.0.0.1:11434/v1; or use \`offline\`, which needs none.`,
  )
}
