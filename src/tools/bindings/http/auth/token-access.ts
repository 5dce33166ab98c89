import { ToolFailure } from '../../../../core/tool-failure.ts'
import { AllowList, portOf } from '../../../../net/allow-list.ts'
import type { ToolProject } from '../../binding.ts'
import type { TokenAccess } from './token-endpoint.ts'

/** How a token endpoint may be asked: https, and http only at hosts that the settings allow to be local. */
export function tokenAccess(tokenUrl: string, project: ToolProject): TokenAccess {
  if (!URL.canParse(tokenUrl)) throw refused(`\`${tokenUrl}\` is no URL.`)
  const url = new URL(tokenUrl)
  const insecure = url.protocol === 'http:'
  if (insecure && !new AllowList(project.settings.tools.allow_hosts).has(url.hostname, portOf(url))) {
    throw refused(`The token endpoint of ${url.host} is not https: secrets are not sent there.`)
  }
  return { fetch: project.fetch(), insecure }
}

function refused(message: string): ToolFailure {
  return new ToolFailure({ code: 'invalid_url', type: 'invalid_input', message })
}
