import { toUSVString } from 'node:util'
import { encode, escapeFor } from '../../abl/template/escape.ts'
import { isRecord } from '../../core/json.ts'

/** Replaces secrets in whatever is shown, logged or told to the model. */
export interface SecretMask {
  text(text: string): string
  /** A copy of a JSON value whose texts and keys are masked; the value itself when there is nothing to mask. */
  value(value: unknown): unknown
}

/**
 * A mask of these secrets, in every encoding that a request gives them. Below `shortest` characters (usually 4) a secret
 * cannot be told from ordinary text: masking it would garble what it stands in.
 */
export function maskSecrets(secrets: Iterable<string>, { shortest = 4 } = {}): SecretMask {
  const long = [...secrets].filter(secret => secret.length >= Math.max(1, shortest))
  const forms = [...new Set(long.flatMap(encodings))]
  forms.sort((one, other) => other.length - one.length)
  const text = (shown: string) => forms.reduce((masked, form) => masked.replaceAll(form, '***'), shown)
  return { text, value: value => (forms.length === 0 ? value : maskValue(value, text)) }
}

function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const base64 = bytes.toString('base64')
  return [
    secret,
    encodeURIComponent(toUSVString(secret)),
    encode(secret),
    escapeFor('form', secret),
    JSON.stringify(secret).slice(1, -1),
    escapeFor('xml', secret),
    bytes.toString('latin1'),
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
  ].filter(form => form !== '')
}

function maskValue(value: unknown, text: (shown: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map(item => maskValue(item, text))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [text(name), maskValue(inner, text)]))
}
