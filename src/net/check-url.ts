import { type AllowList, portOf } from './allow-list.ts'
import { blocked, invalidUrl } from './failures.ts'
import { hostProblem } from './host-problem.ts'

/**
 * A URL that may be asked, as far as that can be told before its name is looked up.
 * @throws ToolFailure `invalid_url`, `ssrf_blocked`
 */
export function checkUrl(text: string, allowed: AllowList): URL {
  const url = parse(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalidUrl(text, 'is neither http nor https.')
  if (!allowed.has(url.hostname, portOf(url))) {
    const problem = hostProblem(url.hostname)
    if (problem) throw blocked(url, problem)
  }
  if (url.username || url.password) {
    throw invalidUrl(text, 'has a user name or password in it. Send credentials by `auth` or in a header.')
  }
  return url
}

function parse(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw invalidUrl(text, 'is no URL.')
  }
}
