import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { isRecord } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import { literalSecret } from './describe-mismatch.ts'
import { pathText } from './parse-yaml.ts'
import type { Report } from './problem.ts'
import type { ProjectSettings } from './settings.ts'
import type { Path } from './yaml-places.ts'

/** What the schema can't say. `raw` is the file as it was written, with a sound structure. */
export function checkMeaning(
  settings: ProjectSettings,
  { raw, root, report }: { raw: unknown; root: string; report: Report },
): void {
  checkConfig(settings, report)
  checkProviders(settings, report)
  checkChoices(raw, report)
  checkFiles(settings, root, report)
  eachText(raw, [], (text, path) => {
    checkUndeclared(Object.keys(settings.config), { text, path, report })
    checkHeader(text, path, report)
  })
}

const SOUNDS_SECRET = /SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|CREDENTIAL/i

function checkConfig({ config }: ProjectSettings, report: Report): void {
  for (const [name, variable] of Object.entries(config)) {
    if ('env' in variable) continue
    const path = ['config', name, 'value']
    if ((variable as { isSecret?: boolean }).isSecret) report(literalSecret(path))
    else if (SOUNDS_SECRET.test(name)) {
      const { message, hint } = literalSecret(path)
      const said = message.replace(' is a secret, and', ' has the name of a secret, and')
      report({ code: 'SETTINGS_LOOKS_SECRET', severity: 'warning', message: said, hint, path })
    }
  }
}

function checkProviders({ auth_profiles, oauth_providers }: ProjectSettings, report: Report): void {
  const names = Object.keys(oauth_providers)
  for (const [name, profile] of Object.entries(auth_profiles)) {
    if (profile.type !== 'oauth2_user' || names.includes(profile.provider)) continue
    report({
      code: 'SETTINGS_UNDECLARED',
      message: `There is no OAuth provider \`${profile.provider}\`.`,
      hint: didYouMean(profile.provider, names) || 'Declare it under oauth_providers.',
      path: ['auth_profiles', name, 'provider'],
    })
  }
}

/** Keys that go only with another one. */
const GOES_WITH: readonly { section: string; keys: readonly string[]; only: string }[] = [
  { section: 'mcp_servers', keys: ['args', 'env'], only: 'command' },
  { section: 'mcp_servers', keys: ['headers'], only: 'url' },
  { section: 'functions', keys: ['export'], only: 'file' },
  { section: 'functions', keys: ['headers'], only: 'url' },
]

function checkChoices(raw: unknown, report: Report): void {
  const sections = isRecord(raw) ? raw : {}
  for (const { section, keys, only } of GOES_WITH) {
    for (const [name, entry] of entriesOf(sections[section])) {
      for (const key of keys.filter(one => one in entry && !(only in entry))) {
        const message = `\`${key}\` goes only with \`${only}\`.`
        report({ code: 'SETTINGS_VALUE', message, path: [section, name, key], atKey: true })
      }
    }
  }
  for (const [name, { transport, command, url }] of entriesOf(sections.mcp_servers)) {
    const fits = command === undefined ? URLS[String(transport)]?.test(String(url)) : transport === 'stdio'
    if (transport === undefined || fits) continue
    const message = `\`transport: ${transport}\` does not go with \`${command === undefined ? 'url' : 'command'}\`.`
    const hint = 'stdio starts a command; http and websocket reach a url (http:// or https://, ws:// or wss://).'
    report({ code: 'SETTINGS_VALUE', message, hint, path: ['mcp_servers', name, 'transport'] })
  }
  for (const [at, { type, header_name }] of entriesOf(sections.credentials)) {
    if (header_name === undefined || type === 'api_key') continue
    const path = ['credentials', Number(at), 'header_name']
    report({ code: 'SETTINGS_VALUE', message: '`header_name` goes only with `type: api_key`.', path, atKey: true })
  }
}

const URLS: Readonly<Record<string, RegExp>> = { http: /^https?:/, websocket: /^wss?:/ }

function entriesOf(section: unknown): [string, Record<string, unknown>][] {
  return Object.entries(section ?? {}).filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]))
}

function checkFiles({ tls_profiles, functions }: ProjectSettings, root: string, report: Report): void {
  const check = (file: unknown, path: Path): void => {
    const problem = typeof file === 'string' ? fileProblem(root, file) : undefined
    if (problem) report({ code: 'SETTINGS_FILE', message: problem, hint: 'Paths start at the project root.', path })
  }
  for (const [name, profile] of Object.entries(tls_profiles)) {
    for (const [key, file] of Object.entries(profile)) check(file, ['tls_profiles', name, key])
  }
  for (const [name, one] of Object.entries(functions)) {
    if ('file' in one) check(one.file, ['functions', name, 'file'])
  }
}

/** What keeps a file of the settings from being used; undefined when nothing does. */
export function fileProblem(root: string, file: string): string | undefined {
  const inside = relative(root, resolve(root, file))
  if (inside.startsWith('..') || isAbsolute(inside)) return `\`${file}\` lies outside the project.`
  return existsSync(resolve(root, file)) ? undefined : `There is no file \`${file}\`.`
}

function eachText(value: unknown, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof value === 'string') visit(value, path)
  else if (Array.isArray(value)) value.forEach((item, at) => void eachText(item, [...path, at], visit))
  else if (isRecord(value)) for (const [key, item] of Object.entries(value)) eachText(item, [...path, key], visit)
}

const USES_CONFIG = /\{\{\s*config\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g

function checkUndeclared(
  names: readonly string[],
  { text, path, report }: { text: string; path: Path; report: Report },
): void {
  for (const [, name = ''] of text.matchAll(USES_CONFIG)) {
    if (names.includes(name)) continue
    const message = `\`${pathText(path)}\` names \`{{config.${name}}}\`, which is not declared.`
    const hint = didYouMean(name, names) || `Declare it: config: { ${name}: { env: ${name} } }.`
    report({ code: 'SETTINGS_UNDECLARED', message, hint, path })
  }
}

const CARRIES_SECRET = /^(?:authorization|proxy-authorization|cookie|.*(?:api-?key|token|secret|password).*)$/i

/** A literal in a header or a variable of another program whose name says that it is secret. */
function checkHeader(text: string, path: Path, report: Report): void {
  const [section, , holder, name] = path
  const inMap = holder === 'headers' || holder === 'custom_headers' || (section === 'mcp_servers' && holder === 'env')
  if (!inMap || path.length !== 4 || typeof name !== 'string' || text.includes('{{')) return
  if (CARRIES_SECRET.test(name) || SOUNDS_SECRET.test(name)) report(literalSecret(path))
}
