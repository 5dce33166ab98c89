import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { getOwn } from '../core/json.ts'
import { ToolFailure } from '../core/tool-failure.ts'
import { type ClientTls, createGuardedFetch } from '../net/guarded-fetch.ts'
import type { SettingsReading } from '../settings/read-settings.ts'
import type { SecretReference, TlsProfile } from '../settings/settings.ts'
import type { SettingsValues } from '../settings/values.ts'
import type { ToolFetch, ToolProject } from '../tools/bindings/binding.ts'

/** What the tools of one project may use of it. Connections are kept as long as it is. */
export function toolProject(root: string, { settings, tables }: SettingsReading, values: SettingsValues): ToolProject {
  const allowHosts = settings.tools.allow_hosts
  const plain = createGuardedFetch({ allowHosts })
  const certified = new Map<string, Promise<ToolFetch>>()
  const withCertificate = (name: string): Promise<ToolFetch> => {
    const opened = clientTls(root, { name, profile: getOwn(settings.tls_profiles, name), values }).then(tls =>
      createGuardedFetch({ allowHosts, tls }),
    )
    certified.set(name, opened)
    // One that can't be read is tried again at the next request: the file or the variable may have come.
    opened.catch(() => certified.delete(name))
    return opened
  }
  return {
    root,
    settings,
    config: values.config,
    env: name => values.secret({ env: name }),
    lookup: table => getOwn(tables, table),
    fetch: name => {
      if (name === undefined) return plain
      return async (url, request) => (await (certified.get(name) ?? withCertificate(name)))(url, request)
    },
  }
}

interface CertificateInput {
  name: string
  profile: TlsProfile | undefined
  values: SettingsValues
}

/** The PEM texts of a profile. @throws ToolFailure `config_missing` */
async function clientTls(root: string, { name, profile, values }: CertificateInput): Promise<ClientTls> {
  if (!profile) throw missing(`There is no TLS profile \`${name}\`.`)
  const read = async (from: string | SecretReference): Promise<string> => {
    if (typeof from !== 'string') {
      return values.secret(from) ?? missingValue(name, `the environment variable ${from.env} has no value`)
    }
    return readFile(resolve(root, from), 'utf8').catch(() => missingValue(name, `\`${from}\` can't be read`))
  }
  const { cert, key, ca } = profile
  const tls: ClientTls = { cert: await read(cert), key: await read(key) }
  return ca === undefined ? tls : { ...tls, ca: await read(ca) }
}

function missingValue(name: string, what: string): never {
  throw missing(`TLS profile \`${name}\`: ${what}.`)
}

function missing(message: string): ToolFailure {
  return new ToolFailure({ code: 'config_missing', message })
}
