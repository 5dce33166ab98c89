import type { NamedValue, Scope } from '../../../../abl/index.ts'
import type { Credential, SecretReference, TextOrSecret } from '../../../../settings/settings.ts'
import type { ToolProject } from '../../binding.ts'
import type { Authorization, Authorizer } from '../authorizer.ts'
import { hostCredential } from './host-credential.ts'
import { masked, type ReadValue, secretReader, valueReader } from './read-value.ts'

const DEFAULT_KEY_HEADER = 'X-API-Key'

/** `auth: bearer`: a token of the settings, by the profile or by the host that is asked. */
export function bearerAuthorizer(project: ToolProject, value?: SecretReference): Authorizer {
  return {
    async authorize(url, { scope }) {
      return bearer(secretOf({ url, type: 'bearer', project, value, scope }))
    },
    explain: async () => masked(['Authorization']),
  }
}

export function bearer(token: string): Authorization {
  return { headers: { Authorization: `Bearer ${token}` }, secrets: [token] }
}

/** `auth: api_key`: the same in a header of its own. The tool's name for it beats that of the settings. */
export function apiKeyAuthorizer(
  project: ToolProject,
  { value, headerName }: { value?: SecretReference; headerName?: ReadValue },
): Authorizer {
  const nameFor = (url: string, scope: Scope): string => {
    const given = headerName?.(scope)
    if (given || value) return given || DEFAULT_KEY_HEADER
    return hostCredential(url, 'api_key', project).header_name ?? DEFAULT_KEY_HEADER
  }
  return {
    async authorize(url, { scope }) {
      const key = secretOf({ url, type: 'api_key', project, value, scope })
      return { headers: { [nameFor(url, scope)]: key }, secrets: [key] }
    },
    explain: async (url, { scope }) => masked([nameFor(url, scope)]),
  }
}

interface SecretSource {
  url: string
  type: Credential['type']
  project: ToolProject
  value?: SecretReference
  scope: Scope
}

function secretOf({ url, type, project, value, scope }: SecretSource): string {
  return secretReader(value ?? hostCredential(url, type, project).value, project)(scope)
}

/** `auth: custom`: headers as the declaration or the profile has them. Every value counts as a secret. */
export async function customAuthorizer(
  project: ToolProject,
  headers: readonly (NamedValue | { name: string; value: TextOrSecret })[],
): Promise<Authorizer> {
  const readers = await Promise.all(
    headers.map(async ({ name, value }) => ({ name, read: await valueReader(value, project) })),
  )
  return {
    async authorize(_url, { scope }) {
      const filled = readers.map(({ name, read }) => [name, read(scope)] as const)
      return { headers: Object.fromEntries(filled), secrets: filled.map(([, value]) => value).filter(Boolean) }
    },
    explain: async () => masked(headers.map(({ name }) => name)),
  }
}
