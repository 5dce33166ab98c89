import type { Diagnostic } from '../core/diagnostic.ts'
import { isRecord } from '../core/json.ts'
import { type JsonSource, readJsonSource } from './json-source.ts'

/** What an ability's package.json says. */
export interface PackageFacts {
  name: string
  version: string
  description: string
  /** Packages that its tools import, with their ranges. */
  dependencies: Record<string, string>
}

/** What npm accepts, with a scope or without. */
export const PACKAGE_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*$/

/** Reads the package.json of an ability and finds every problem that matters here. */
export async function readPackageFacts(
  text: string,
  file = 'package.json',
): Promise<{ facts: PackageFacts; diagnostics: Diagnostic[] }> {
  const { valid } = await import('semver')
  const source = await readJsonSource(text, file)
  const { value = {}, problem } = source
  const diagnostics = [...source.diagnostics]
  const { name, version, description } = value
  if (source.value) {
    const isName = typeof name === 'string' && PACKAGE_NAME.test(name) && name.length <= 214
    if (!isName)
      diagnostics.push(
        problem(
          'ABILITY_PACKAGE',
          ['name'],
          `\`name\` is no name of a package: ${JSON.stringify(name)}.`,
          'Lower-case letters, digits, `-`, `_` and `.`: `@acme/refunds`.',
        ),
      )
    if (typeof version !== 'string' || valid(version) === null)
      diagnostics.push(
        problem(
          'ABILITY_PACKAGE',
          ['version'],
          `\`version\` is no version: ${JSON.stringify(version)}.`,
          'Start with "1.0.0".',
        ),
      )
  }
  const dependencies = await dependenciesOf(source, diagnostics)
  return {
    facts: {
      name: String(name),
      version: String(version),
      description: typeof description === 'string' ? description : '',
      dependencies,
    },
    diagnostics,
  }
}

/** Ranges of a registry only: anything else would let the ability choose where code of the project comes from. */
async function dependenciesOf(
  { value, problem }: JsonSource,
  diagnostics: Diagnostic[],
): Promise<Record<string, string>> {
  const { validRange } = await import('semver')
  const { dependencies = {} } = value ?? {}
  if (!isRecord(dependencies)) {
    diagnostics.push(problem('ABILITY_PACKAGE', ['dependencies'], '`dependencies` is not an object.'))
    return {}
  }
  const wanted = Object.entries(dependencies).filter(([name]) => name !== 'loopengine')
  const good = wanted.filter(([name, range]) => {
    const isRange = PACKAGE_NAME.test(name) && typeof range === 'string' && validRange(range) !== null
    const message = `The dependency \`${name}\` has no range of versions: ${JSON.stringify(range)}.`
    if (!isRange)
      diagnostics.push(
        problem(
          'ABILITY_PACKAGE',
          ['dependencies', name],
          message,
          'Name a published package with a range, such as "^1.2.0".',
        ),
      )
    return isRange
  })
  return Object.fromEntries(good) as Record<string, string>
}
