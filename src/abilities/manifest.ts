import type { Diagnostic } from '../core/diagnostic.ts'
import { isRecord } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import { packageVersion } from '../core/package-root.ts'
import { pathProblem } from './entry-path.ts'
import { type JsonSource, readJsonSource } from './json-source.ts'

export const MANIFEST = 'loopengine.ability.json'

/** An environment variable that an ability's tools read. */
export interface EnvNeed {
  name: string
  description: string
  secret: boolean
}

/** `loopengine.ability.json`; paths are relative to the ability. */
export interface Manifest {
  loopengineVersion: string
  tools: string[]
  /** Folders. */
  skills: string[]
  actauth?: string
  env: EnvNeed[]
}

const KEYS = ['$schema', 'loopengineVersion', 'tools', 'skills', 'actauth', 'env']
const ENV_KEYS = ['name', 'description', 'secret']

/** Reads the manifest and finds every problem in it; unusable parts are left out of the result. */
export async function readManifest(
  text: string,
  file = MANIFEST,
): Promise<{ manifest: Manifest; diagnostics: Diagnostic[] }> {
  const source = await readJsonSource(text, file)
  const reader = new ManifestReader(source, source.diagnostics)
  return { manifest: await reader.read(), diagnostics: reader.diagnostics }
}

class ManifestReader {
  readonly #source: JsonSource
  readonly diagnostics: Diagnostic[]

  constructor(source: JsonSource, diagnostics: Diagnostic[]) {
    this.#source = source
    this.diagnostics = [...diagnostics]
  }

  async read(): Promise<Manifest> {
    const value = this.#source.value
    if (!value) return { loopengineVersion: '*', tools: [], skills: [], env: [] }
    for (const key of Object.keys(value)) this.#known(key, KEYS, [key])
    const tools = this.#paths('tools', /^tools\/(?:.+\/)?[^/]+\.(?:tools\.abl|[cm]?[jt]s)$/, TOOL_HINT)
    const skills = this.#paths('skills', /^skills\/.+$/, 'A skill is a folder, as in `skills/refund-policy`.')
    const [actauth] =
      value.actauth === undefined
        ? []
        : this.#pathList([value.actauth], ['actauth'], /\.ya?ml$/, 'It is a file such as `actauth/rules.yml`.')
    if (tools.length + skills.length === 0 && this.diagnostics.length === 0)
      this.#report('ABILITY_VALUE', [], 'The ability has neither tools nor skills.')
    return {
      loopengineVersion: await this.#version(value.loopengineVersion),
      tools,
      skills: skills.map(path => path.replace(/\/(SKILL\.md)?$/i, '')),
      ...(actauth === undefined ? {} : { actauth }),
      env: this.#env(value.env),
    }
  }

  async #version(range: unknown): Promise<string> {
    const { satisfies, validRange } = await import('semver')
    const at = ['loopengineVersion']
    if (typeof range !== 'string' || validRange(range) === null) {
      const what =
        range === undefined
          ? '`loopengineVersion` is missing.'
          : `\`loopengineVersion\` is no range of versions: ${JSON.stringify(range)}.`
      this.#report('ABILITY_VALUE', at, what, `Write the versions of loopengine it works with: "^${packageVersion()}".`)
      return '*'
    }
    if (!satisfies(packageVersion(), range, { includePrerelease: true })) {
      this.#report(
        'ABILITY_LOOPENGINE',
        at,
        `It needs loopengine ${range}, and this is ${packageVersion()}.`,
        'Install a loopengine in that range, or another version of the ability.',
      )
    }
    return range
  }

  #paths(key: 'tools' | 'skills', shape: RegExp, hint: string): string[] {
    const value = this.#source.value?.[key]
    if (value === undefined) return []
    if (Array.isArray(value)) return this.#pathList(value, [key], shape, hint)
    this.#report('ABILITY_VALUE', [key], `\`${key}\` is not a list of paths.`, hint)
    return []
  }

  #pathList(values: unknown[], at: string[], shape: RegExp, hint: string): string[] {
    return values.flatMap((value, index) => {
      const place = at[0] === 'actauth' ? at : [...at, index]
      const path = typeof value === 'string' ? value.replace(/^\.\//, '').replace(/\/$/, '') : undefined
      const problem = path === undefined ? `${JSON.stringify(value)} is not a path` : pathProblem(path)
      const isTwice = values.indexOf(value) < index
      if (problem !== undefined)
        this.#report(
          'ABILITY_PATH',
          place,
          `In \`${at[0]}\`, ${problem}.`,
          'Paths lead to files of the ability, from its own folder.',
        )
      else if (!shape.test(path ?? ''))
        this.#report('ABILITY_PATH', place, `\`${path}\` cannot be in \`${at[0]}\`.`, hint)
      else if (isTwice) this.#report('ABILITY_VALUE', place, `\`${path}\` is listed twice.`)
      else return [path ?? '']
      return []
    })
  }

  #env(value: unknown): EnvNeed[] {
    if (value === undefined) return []
    if (Array.isArray(value)) return value.flatMap((entry, index) => this.#envEntry(entry, index, value))
    this.#report('ABILITY_VALUE', ['env'], '`env` is not a list.', ENV_HINT)
    return []
  }

  #envEntry(entry: unknown, index: number, all: unknown[]): EnvNeed[] {
    const at = ['env', index]
    if (!isRecord(entry) || typeof entry.name !== 'string' || !/^[A-Za-z_]\w*$/.test(entry.name)) {
      this.#report('ABILITY_VALUE', at, 'An entry of `env` has no name of a variable.', ENV_HINT)
      return []
    }
    const { name, description = '', secret = false } = entry
    for (const key of Object.keys(entry)) this.#known(key, ENV_KEYS, [...at, key])
    if (typeof description !== 'string')
      this.#report('ABILITY_VALUE', [...at, 'description'], '`description` is not a text.')
    if (typeof secret !== 'boolean')
      this.#report('ABILITY_VALUE', [...at, 'secret'], '`secret` is neither true nor false.')
    const isTwice = all.findIndex(other => isRecord(other) && other.name === name) < index
    if (isTwice) this.#report('ABILITY_VALUE', at, `\`${name}\` is listed twice.`)
    return [{ name, description: String(description), secret: secret === true }]
  }

  #known(key: string, keys: string[], at: (string | number)[]): void {
    if (keys.includes(key)) return
    const hint = `${didYouMean(key, keys)} Known keys: ${keys.filter(known => known !== '$schema').join(', ')}.`.trim()
    this.#report('ABILITY_UNKNOWN_KEY', at, `\`${key}\` is not a key of an ability.`, hint)
  }

  #report(code: string, at: (string | number)[], message: string, hint?: string): void {
    this.diagnostics.push(this.#source.problem(code, at, message, hint))
  }
}

const TOOL_HINT = 'Tools are files below `tools/`: `tools/refund_order.ts` or `tools/rates.tools.abl`.'
const ENV_HINT = 'Write `{ "name": "SHOP_TOKEN", "description": "…", "secret": true }`.'
