/**
 * What `loopengine.config.yml` says, checked. Keys are the file's own (protocol/settings.schema.json is their one
 * description); lists and maps that the file leaves out are empty.
 */
export interface ProjectSettings {
  /** `provider/model` for agents that name none. */
  model?: string
  tools: ToolSettings
  /** What `{{config.NAME}}` may name. */
  config: Readonly<Record<string, ConfigVariable>>
  /** What `auth: bearer` and `auth: api_key` send, by the host of the request; the first that fits. */
  credentials: readonly Credential[]
  auth_profiles: Readonly<Record<string, AuthProfile>>
  tls_profiles: Readonly<Record<string, TlsProfile>>
  oauth_providers: Readonly<Record<string, OauthProvider>>
  lookups: Readonly<Record<string, LookupTable>>
  transforms: Readonly<Record<string, Transform>>
  mcp_servers: Readonly<Record<string, McpServer>>
  functions: Readonly<Record<string, RegisteredFunction>>
  knowledge: Readonly<Record<string, KnowledgeBase>>
  server: ServerSettings
  notifiers: readonly Notifier[]
}

export interface ToolSettings {
  /** For endpoints that are relative and whose file has no `base_url`. May hold `{{config.X}}`. */
  base_url?: string
  /** `host` or `host:port` that requests may reach although it is private or local. */
  allow_hosts: readonly string[]
  /** Milliseconds, for tools that say nothing else; `false` for no limit. */
  timeout?: number | false
  compaction?: CompactionSettings
}

/** How results stand in the history from the next turn on, for agents and tools that say nothing else. */
export interface CompactionSettings {
  essential_fields?: readonly string[]
  /** Characters. */
  max_description_length?: number
  /** Milliseconds. */
  summary_timeout_ms?: number
}

/** A value written here, or the environment variable that holds it at the time of the call. */
export type ConfigVariable = { value: string | number | boolean } | { env: string; isSecret?: boolean }

/** A secret never stands in the file: only where it is found. */
export type SecretReference = { env: string }

/** A text (which may hold `{{config.X}}`), or where a secret one is found. */
export type TextOrSecret = string | SecretReference

export interface Credential {
  /** `host` or `host:port`; `*.example.com` for every host below it. */
  host: string
  type: 'bearer' | 'api_key'
  value: SecretReference
  /** For `api_key`. @default 'X-API-Key' */
  header_name?: string
}

/** What `auth_profile: NAME` of a tool stands for; wins over the tool's own `auth`. */
export type AuthProfile =
  | { type: 'bearer'; value: SecretReference }
  | { type: 'api_key'; value: SecretReference; header_name?: string }
  | {
      type: 'oauth2_client'
      token_url: string
      client_id: TextOrSecret
      client_secret: SecretReference
      scopes?: string
    }
  | { type: 'oauth2_user'; provider: string; scopes?: string }
  | { type: 'custom'; custom_headers: Readonly<Record<string, TextOrSecret>> }

/** PEM: a file of the project, or the environment variable that holds the text. */
export interface TlsProfile {
  cert: string | SecretReference
  key: string | SecretReference
  ca?: string | SecretReference
}

export interface OauthProvider {
  authorization_url: string
  token_url: string
  client_id: TextOrSecret
  /** Absent for a public client. */
  client_secret?: SecretReference
}

/** Rows written here, or in a JSON, YAML or CSV file of the project; `key` is the column that finds one. */
export type LookupTable = { key: string } & (
  | { file: string }
  | { rows: readonly Readonly<Record<string, string | number | boolean | null>>[] }
)

/** Name to ABL expression, in order: over the arguments before the call, instead of the result after it. */
export interface Transform {
  before?: Readonly<Record<string, string>>
  after?: Readonly<Record<string, string>>
}

export type McpServer =
  | { transport: 'stdio'; command: string; args: readonly string[]; env: Readonly<Record<string, TextOrSecret>> }
  | { transport: 'http' | 'websocket'; url: string; headers: Readonly<Record<string, TextOrSecret>> }

/** What `type: lambda` calls: a function of the project, or an endpoint that gets the parameters as JSON. */
export type RegisteredFunction =
  | { file: string; export: string }
  | { url: string; headers: Readonly<Record<string, TextOrSecret>> }

export interface KnowledgeBase {
  name?: string
  /** Files and folders of the project; `{tenant}` in one stands for the session's tenant. */
  paths: readonly string[]
  /** More paths, for one tenant each. */
  tenants: Readonly<Record<string, readonly string[]>>
}

export interface ServerSettings {
  /** Where the outside reaches this project. */
  public_url?: string
  /** @default 8788 */
  callback_port?: number
  allowed_hosts: readonly string[]
  allowed_origins: readonly string[]
}

/** Who is told that a call waits for a person. */
export interface Notifier {
  type: 'webhook'
  url: string
  headers: Readonly<Record<string, TextOrSecret>>
}

/** The settings of a project without the file. */
export const NO_SETTINGS: ProjectSettings = {
  tools: { allow_hosts: [] },
  config: {},
  credentials: [],
  auth_profiles: {},
  tls_profiles: {},
  oauth_providers: {},
  lookups: {},
  transforms: {},
  mcp_servers: {},
  functions: {},
  knowledge: {},
  server: { allowed_hosts: [], allowed_origins: [] },
  notifiers: [],
}
