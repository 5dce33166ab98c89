import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { packageRoot } from '../core/package-root.ts'
import { describeMismatch } from './describe-mismatch.ts'
import type { Report } from './problem.ts'

/** The schema of the settings in the package: what an editor checks by, and what is checked here. Absolute. */
export function settingsSchemaFile(): string {
  return join(packageRoot(), 'protocol/settings.schema.json')
}

let compiled: Promise<ValidateFunction> | undefined

/** Checks keys and kinds of values against the schema; every problem at once. True when there is none. */
export async function checkStructure(value: unknown, report: Report): Promise<boolean> {
  compiled ??= compile()
  const validate = await compiled
  if (validate(value)) return true
  for (const error of telling(validate.errors ?? [])) report(describeMismatch(error))
  return false
}

async function compile(): Promise<ValidateFunction> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const schema = JSON.parse(await readFile(settingsSchemaFile(), 'utf8'))
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    discriminator: true,
    ownProperties: true,
    validateSchema: false,
    logger: false,
  })
  return ajv.compile(schema)
}

/** Without what only repeats another finding: the branches of a choice, and the choice of a type that is missing. */
function telling(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  const isBranch = ({ schemaPath, instancePath }: ErrorObject): boolean =>
    choices.some(choice => choice.instancePath === instancePath && schemaPath.startsWith(`${choice.schemaPath}/`))
  const once = new Map<string, ErrorObject>()
  for (const error of errors) {
    if (isBranch(error) || error.keyword === 'propertyNames') continue
    if (error.keyword === 'discriminator' && error.params.error === 'tag' && !('type' in Object(error.data))) continue
    const about = error.propertyName ?? error.params.additionalProperty ?? error.params.missingProperty ?? ''
    const key = `${error.instancePath} ${about}`
    if (!once.has(key)) once.set(key, error)
  }
  return [...once.values()]
}
