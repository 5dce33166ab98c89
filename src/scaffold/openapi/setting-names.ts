import type { Credential } from './credentials.ts'

/** What a person has to put into `loopengine.config.yml` or `.env` for an imported tool. */
export interface NeededSettings {
  /** Environment variables, each with what it must hold. */
  variables: Map<string, string>
  /** Lines of `loopengine.config.yml`, by the key they stand under. */
  settings: Map<string, Set<string>>
}

export function noSettings(): NeededSettings {
  return { variables: new Map(), settings: new Map() }
}

/** The environment variable for a credential: `PETSTORE_API_KEY` for `api_key` of the API Petstore. */
export function variableName(api: string, { scheme }: Pick<Credential, 'scheme'>, end = ''): string {
  const words = `${shortName(api)}_${scheme}${end}`.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
  return words
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, 'API_')
    .toUpperCase()
}

/** The first words of an API's title, in lower case, joined by `_`. */
export function shortName(api: string): string {
  const words =
    api
      .toLowerCase()
      .replace(/['’]s?\b/g, '')
      .match(/[a-z0-9]+/g) ?? []
  const telling = words.filter(
    word => !/^(api|apis|rest|openapi|swagger|v?\d+|the|reference|specification)$/.test(word),
  )
  const name = (telling.length > 0 ? telling : words).slice(0, 2).join('_')
  return name.slice(0, 32) || 'api'
}

/** Notes the variable; returns its name. */
export function needVariable(needed: NeededSettings, name: string, holds: string): string {
  needed.variables.set(name, holds)
  return name
}

/** Notes a line under a key of the settings. */
export function needSetting(needed: NeededSettings, key: string, line: string): void {
  const lines = needed.settings.get(key) ?? new Set()
  needed.settings.set(key, lines.add(line))
}

/** The same as sentences for the person. */
export function neededNotes({ variables, settings }: NeededSettings): string[] {
  const notes = []
  if (settings.size > 0) {
    const blocks = [...settings].map(([key, lines]) => [`${key}:`, ...[...lines].map(line => `  ${line}`)].join('\n'))
    notes.push(`Add to loopengine.config.yml:\n${blocks.join('\n')}`)
  }
  for (const [name, holds] of variables) notes.push(`Set ${name} in .env: ${holds}.`)
  return notes
}
