import type { Scope } from '../../../../abl/index.ts'
import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { SecretReference, TextOrSecret } from '../../../../settings/settings.ts'
import type { ToolProject } from '../../binding.ts'
import { compileText, evaluationFailure } from '../request/fill.ts'

/** Reads a value of the settings or of a declaration, now. @throws ToolFailure `config_missing`, `auth_missing` */
export type ReadValue = (scope: Scope) => string

/** A template, or where a secret is found. */
export async function valueReader(value: TextOrSecret, project: ToolProject): Promise<ReadValue> {
  return typeof value === 'string' ? templateReader(value) : secretReader(value, project)
}

export async function templateReader(source: string): Promise<ReadValue> {
  const template = await compileText(source)
  return scope => {
    const filled = template.fill(scope, 'text')
    if (!filled.ok) throw evaluationFailure(filled.error)
    return filled.text
  }
}

export function secretReader({ env: name }: SecretReference, project: ToolProject): ReadValue {
  return () => project.env(name) ?? missing(`The environment variable ${name} has no value.`)
}

function missing(message: string): never {
  throw new ToolFailure({ code: 'auth_missing', message })
}

/** Header names with the values that people are shown. */
export function masked(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, '***']))
}
