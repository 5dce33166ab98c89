import type { NamedValue } from '../types.ts'

/** How a tool is executed; `type:` chooses the member. Text fields marked "template" may hold `{{…}}`. */
export type BindingSpec = HttpSpec | McpSpec | SandboxSpec | LambdaSpec | AsyncWebhookSpec | WorkflowSpec | SearchAiSpec

export type BindingType = BindingSpec['type']

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type BodyType = 'json' | 'form' | 'xml' | 'text'
export type AuthType = 'none' | 'bearer' | 'api_key' | 'oauth2_client' | 'oauth2_user' | 'saml' | 'custom'

/** All fields are templates. */
export interface AuthConfig {
  tokenUrl?: string
  clientId?: string
  clientSecret?: string
  scopes?: string
  headerName?: string
  provider?: string
  customHeaders: NamedValue[]
}

export interface CircuitBreaker {
  /** Failed calls in a row that open it. */
  threshold: number
  /** Milliseconds until one trial call. */
  resetMs: number
}

export interface RetryPolicy {
  strategy: 'fixed' | 'linear' | 'exponential'
  maxRetries: number
  initialDelayMs?: number
  multiplier?: number
  maxDelayMs?: number
  jitter: boolean
}

/** A request shape that overrides the base one when `when` holds. */
export interface RequestVariant {
  name?: string
  when?: string
  default: boolean
  endpoint?: string
  method?: HttpMethod
  /** Laid over the base headers. */
  headers: NamedValue[]
  /** Replaces the base parameters. */
  queryParams?: NamedValue[]
  bodyType?: BodyType
  bodyTemplate?: string
}

export interface HttpSpec {
  type: 'http'
  /** Template; `{name}` is a path parameter. Relative ones are joined to `baseUrl`. */
  endpoint: string
  /** Template. From the file's shared defaults. */
  baseUrl?: string
  method: HttpMethod
  auth: AuthType
  authConfig?: AuthConfig
  authProfile?: string
  tlsProfile?: string
  authJit: boolean
  consent?: 'preflight' | 'inline'
  connection: 'per_user' | 'shared'
  /** Milliseconds. */
  timeout?: number
  /** Attempts after the first. */
  retry?: number
  /** Milliseconds. */
  retryDelay?: number
  retryPolicy?: RetryPolicy
  /** Requests per second. */
  rateLimit?: number
  circuitBreaker?: CircuitBreaker
  headers: NamedValue[]
  /** In order; a name may be there twice. */
  queryParams: NamedValue[]
  bodyType?: BodyType
  bodyTemplate?: string
  variants: RequestVariant[]
  protocol: 'rest' | 'soap'
  soapVersion: '1.1' | '1.2'
  soapAction?: string
  onSoapFault: 'error' | 'data'
}

export interface McpSpec {
  type: 'mcp'
  server: string
  /** The tool's name on the server, when it differs. */
  serverTool?: string
  headers: NamedValue[]
}

export interface SandboxSpec {
  type: 'sandbox'
  runtime: 'javascript' | 'python'
  code: string
  timeout?: number
  memoryMb?: number
}

export interface LambdaSpec {
  type: 'lambda'
  function: string
  runtime?: string
  timeout?: number
}

export interface AsyncWebhookSpec {
  type: 'async_webhook'
  endpoint: string
  baseUrl?: string
  method: 'POST' | 'PUT' | 'PATCH'
  headers: NamedValue[]
  /** Dot path into the request body. */
  callbackUrlField: string
  timeoutSeconds: number
}

export interface WorkflowSpec {
  type: 'workflow'
  workflowId: string
  mode: 'sync' | 'async'
  /** Milliseconds, or a template that gives them. */
  timeoutMs?: number | string
  /** Input field of the workflow: tool parameter. Without it every parameter is passed by its own name. */
  paramMapping?: NamedValue[]
}

export interface SearchAiSpec {
  type: 'searchai'
  indexId: string
  kbName?: string
  searchInstructions?: string
}
