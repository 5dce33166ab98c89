import type { HttpSpec } from '../../../abl/index.ts'
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
