import { getOwn, isRecord } from '../core/json.ts'
import type { ProjectSettings, SecretReference, TextOrSecret } from './settings.ts'

/** The values that settings name, looked up when they are asked for. */
export interface SettingsValues {
  /** The value of a declared variable; undefined for any other name, and for one without a value. */
  config(name: string): string | undefined
  secret(reference: SecretReference): string | undefined
  /** A text with its `{{config.X}}` filled in, or a secret; undefined as soon as one value is missing. */
  text(value: TextOrSecret): string | undefined
  /** Every secret that has a value now: what must be masked wherever something is shown or kept. */
  secretValues(): string[]
}

/** The environment is read at every call, so that a change of `.env` counts from its next load on. */
export function settingsValues(settings: ProjectSettings, env: NodeJS.ProcessEnv = process.env): SettingsValues {
  const read = (name: string): string | undefined => env[name] || undefined
  const config = (name: string): string | undefined => {
    const variable = getOwn(settings.config, name)
    if (!variable) return undefined
    return 'env' in variable ? read(variable.env) : String(variable.value)
  }
  const secrets = secretNames(settings)
  return {
    config,
    secret: ({ env: name }) => read(name),
    text: value => (typeof value === 'string' ? fill(value, config) : read(value.env)),
    secretValues: () => [...new Set(secrets.flatMap(name => read(name) ?? []))],
  }
}

function fill(text: string, config: (name: string) => string | undefined): string | undefined {
  let complete = true
  const filled = text.replace(/\{\{\s*config\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g, (_match, name: string) => {
    const value = config(name)
    if (value === undefined) complete = false
    return value ?? ''
  })
  return complete ? filled : undefined
}

/** The environment variables that hold secrets: those said to, and all that credentials and the like refer to. */
export function secretNames({ config, ...rest }: ProjectSettings): string[] {
  const declared = Object.values(config).flatMap(variable =>
    'env' in variable && variable.isSecret ? [variable.env] : [],
  )
  return [...new Set([...declared, ...references(rest)])]
}

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references)
  if (!isRecord(value)) return []
  const { env } = value
  return typeof env === 'string' ? [env] : Object.values(value).flatMap(references)
}
