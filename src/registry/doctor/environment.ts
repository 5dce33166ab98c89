import { isRecord } from '../../core/json.ts'
import { providers } from '../../models/providers/index.ts'
import type { Provider } from '../../models/providers/provider.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { projectEnvironment } from '../project-env.ts'
import type { DoctorProblem, EnvironmentReport } from './report.ts'

/** What the environment, with the project's `.env`, chooses and holds. Values are looked at, and never told. */
export async function readEnvironment(
  root: string,
): Promise<{ environment: EnvironmentReport; problems: DoctorProblem[] }> {
  const env = projectEnvironment(root)
  const model = env.LOOPENGINE_MODEL?.trim() || null
  const names = [...new Set([...keysOfProviders(), ...(await namedBySettings(root))])]
  const variables = names.map(name => ({ name, set: (env[name] ?? '').trim() !== '' }))
  const environment = { environment: env.LOOPENGINE_ENV || 'production', model, variables }
  return { environment, problems: missingKey(model, variables) }
}

function keysOfProviders(): string[] {
  return Object.values<Provider>(providers).flatMap(({ keyVariable }) => keyVariable ?? 'LOOPENGINE_API_KEY')
}

/** Every `env: NAME` of the settings. */
async function namedBySettings(root: string): Promise<string[]> {
  const { settings } = await readSettings(root)
  return namesIn(settings)
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (!isRecord(value)) return []
  const own = typeof value.env === 'string' ? [value.env] : []
  return [...own, ...Object.values(value).flatMap(namesIn)]
}

/** The model that every agent without one of its own uses can't be asked. */
function missingKey(model: string | null, variables: EnvironmentReport['variables']): DoctorProblem[] {
  const named = Object.entries<Provider>(providers).find(([name]) => model?.startsWith(`${name}/`))
  const key = named?.[1].keyVariable
  if (key === undefined || variables.some(({ name, set }) => name === key && set)) return []
  const message = `LOOPENGINE_MODEL is ${model}, and ${key} is not set.`
  return [{ severity: 'error', code: 'MODEL_KEY_MISSING', message, hint: `Set ${key}, in the environment or in .env.` }]
}
