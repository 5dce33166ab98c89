import type { AuthType, HttpSpec } from '../../../abl/index.ts'
import { ToolFailure } from '../../../core/tool-failure.ts'
import type { AttemptCall, ToolProject } from '../binding.ts'

/** Gives the requests of one tool their credentials; made when the tool is compiled, reads secrets at the call. */
export interface Authorizer {
  /**
   * The credential for one request to `url`. Throws `ToolFailure` (`auth_missing`, `consent_required` …) before anything
   * is sent when there is none.
   */
  authorize(url: string, call: AttemptCall): Promise<Authorization>
  /** The headers it would add, values as `***`. Sends nothing and gets no token. */
  explain(url: string, call: AttemptCall): Promise<Record<string, string>>
}

export interface Authorization {
  headers: Record<string, string>
  /** Every secret in the headers, as plain text: masked in what comes back and in errors. */
  secrets: readonly string[]
  /** After a 401: a fresh credential, once. Absent where another one cannot be had. */
  refresh?(): Promise<Authorization>
}

export type CreateAuthorizer = (spec: HttpSpec, project: ToolProject) => Promise<Authorizer>

/** `auth: none`: no credential at all. */
export const noCredentials: Authorizer = {
  authorize: async () => ({ headers: {}, secrets: [] }),
  explain: async () => ({}),
}

/** Serves tools that need no credential; for all others every call fails before it sends anything. */
export const withoutCredentials: CreateAuthorizer = async ({ auth, authProfile }) => {
  if (SENDS_NOTHING.includes(auth) && authProfile === undefined) return noCredentials
  const what = authProfile === undefined ? `auth: ${auth}` : `auth_profile: ${authProfile}`
  const refuse = async (): Promise<never> => {
    throw new ToolFailure({ code: 'auth_missing', message: `There is no credential for \`${what}\`.` })
  }
  return { authorize: refuse, explain: refuse }
}

const SENDS_NOTHING: readonly AuthType[] = ['none', 'saml']
