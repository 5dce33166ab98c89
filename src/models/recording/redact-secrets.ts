import type { Environment } from '../network.ts'

/** What stands in a recording where a secret was. */
export const REDACTED = '[redacted]'

const SECRET_NAME = /(?:^|_)(?:key|token|secret|password|passwd|credentials?)(?:_|$)|apikey/i
const SECRET_SHAPE = /\b(?:sk|pk|rk|ghp|gho|xox[abp]|AIza|gsk|xai)[-_]?[A-Za-z0-9_-]{16,}|\bBearer\s+[\w.~+/-]{16,}=*/g
const SHORTEST_SECRET = 8

/** Takes secrets out of a text: the values of variables whose names say so, and what has the form of a key. */
export function secretRedactor(env: Environment): (text: string) => string {
  const secrets = Object.entries(env)
    .flatMap(([name, value]) => (SECRET_NAME.test(name) && value && value.length >= SHORTEST_SECRET ? [value] : []))
    .sort((a, b) => b.length - a.length)
  // Inside JSON a value stands escaped.
  const forms = secrets.flatMap(secret => [secret, JSON.stringify(secret).slice(1, -1)])
  return text => {
    let safe = text
    for (const form of forms) safe = safe.replaceAll(form, REDACTED)
    return safe.replaceAll(SECRET_SHAPE, REDACTED)
  }
}
