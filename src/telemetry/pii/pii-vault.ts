import { isRecord } from '../../core/json.ts'
import { replacePii } from './detect.ts'
import type { PiiType } from './detectors.ts'

/** Whose words a piece of personal data came with: the person's, or a tool's result. */
export type PiiOrigin = 'user' | 'tools'

const TOKEN = /«pii:[a-z_]+:\d+»/g

interface Kept {
  value: string
  origins: Set<PiiOrigin>
}

/**
 * Personal data behind tokens such as `«pii:ssn:1»`. Numbers follow the order in which values were first seen, so that
 * the same conversation, read from its start, gives the same tokens in every process.
 */
export class PiiVault {
  readonly #byToken = new Map<string, Kept>()
  readonly #byValue = new Map<string, string>()
  readonly #counts = new Map<PiiType, number>()

  /** The text with a token for each piece of personal data. What only looks like a token is no token any more. */
  hide(text: string, origin: PiiOrigin): string {
    return replacePii(text.replaceAll('«pii:', '‹pii:'), (type, value) => {
      const token = this.#tokenOf(type, value)
      this.#byToken.get(token)?.origins.add(origin)
      return token
    })
  }

  /** A value of any shape with the tokens of one origin filled in again; others stay tokens. */
  restore(value: unknown, origin: PiiOrigin): unknown {
    if (typeof value === 'string') {
      return value.replace(TOKEN, token => {
        const kept = this.#byToken.get(token)
        return kept?.origins.has(origin) ? kept.value : token
      })
    }
    if (Array.isArray(value)) return value.map(item => this.restore(item, origin))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.restore(inner, origin)]))
  }

  #tokenOf(type: PiiType, value: string): string {
    const key = `${type}:${value}`
    const known = this.#byValue.get(key)
    if (known !== undefined) return known
    const number = (this.#counts.get(type) ?? 0) + 1
    const token = `«pii:${type}:${number}»`
    this.#counts.set(type, number)
    this.#byValue.set(key, token)
    this.#byToken.set(token, { value, origins: new Set() })
    return token
  }
}
