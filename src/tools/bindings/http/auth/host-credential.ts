import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { Credential } from '../../../../settings/settings.ts'
import type { ToolProject } from '../../binding.ts'

/** The first credential of the settings of this type that is meant for the URL's host. @throws ToolFailure `auth_missing` */
export function hostCredential(url: string, type: Credential['type'], project: ToolProject): Credential {
  const { hostname, host } = new URL(url)
  const found = project.settings.credentials.find(one => one.type === type && fits(one.host.toLowerCase(), url))
  if (found) return found
  const variable = `${hostname.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase()}_${type === 'bearer' ? 'TOKEN' : 'API_KEY'}`
  const message = [
    `There is no ${type} credential for ${host}. Add to loopengine.config.yml:`,
    'credentials:',
    `  - { host: "${host}", type: ${type}, value: { env: ${variable} } }`,
  ].join('\n')
  throw new ToolFailure({ code: 'auth_missing', message })
}

function fits(pattern: string, url: string): boolean {
  const { hostname, port, protocol } = new URL(url)
  const [, host = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? []
  if (wanted !== undefined && wanted !== (port || (protocol === 'https:' ? '443' : '80'))) return false
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}
