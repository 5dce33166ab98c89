import type { Codec } from '../codec/codec.ts'
import { list } from '../codec/collection.ts'
import { expression, template } from '../codec/expression.ts'
import { headers, queryParams } from '../codec/headers.ts'
import { type Fields, record, reportUnknown } from '../codec/record.ts'
import { boolean, nameOf, number, text, word } from '../codec/scalar.ts'
import { reportNewer } from '../properties/newer.ts'
import type { Binding } from './binding.ts'
import type { AuthConfig, CircuitBreaker, HttpMethod, HttpSpec, RequestVariant, RetryPolicy } from './spec.ts'

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const method: Codec<HttpMethod> = word(HTTP_METHODS, 'upper')
const bodyType = word(['json', 'form', 'xml', 'text'])
const milliseconds = number({ least: 0 })
const bodyTemplate = { key: 'body_template', aliases: ['body'], codec: template }

export const auth = word(['none', 'bearer', 'api_key', 'oauth2_client', 'oauth2_user', 'saml', 'custom'])

const authConfig: Fields<AuthConfig> = {
  tokenUrl: { key: 'token_url', codec: template },
  clientId: { key: 'client_id', codec: template },
  clientSecret: { key: 'client_secret', codec: template },
  scopes: { key: 'scopes', codec: template },
  headerName: { key: 'header_name', codec: template },
  provider: { key: 'provider', codec: nameOf('oauthProvider') },
  customHeaders: { key: 'custom_headers', codec: headers, fallback: [] },
}

const circuitBreaker: Fields<CircuitBreaker> = {
  threshold: { key: 'threshold', codec: number({ least: 1, integer: true }), required: true },
  resetMs: { key: 'resetMs', codec: number({ least: 1 }), required: true },
}

const retryPolicy: Fields<RetryPolicy> = {
  strategy: { key: 'strategy', codec: word(['fixed', 'linear', 'exponential']), fallback: 'fixed' },
  maxRetries: { key: 'max_retries', codec: number({ integer: true }), required: true },
  initialDelayMs: { key: 'initial_delay_ms', codec: milliseconds },
  multiplier: { key: 'multiplier', codec: number({ least: 1 }) },
  maxDelayMs: { key: 'max_delay_ms', codec: milliseconds },
  jitter: { key: 'jitter', codec: boolean, fallback: false },
}

const NEWER = [
  'body_mode',
  'body_schema',
  'use_body_schema',
  'wsdl_asset',
  'wsdl_version',
  'wsdl_operation',
  'wsdl_service',
  'wsdl_port',
  'scrub_secrets',
  'idempotency_header',
  'RESULT_SECRETS',
  'SECRET_ACCESS',
  'result_secrets',
  'secret_access',
]

const variant: Fields<RequestVariant> = {
  name: { key: 'name', codec: text },
  when: { key: 'when', codec: expression },
  default: { key: 'default', codec: boolean, fallback: false },
  endpoint: { key: 'endpoint', codec: template },
  method: { key: 'method', codec: method },
  headers: { key: 'headers', codec: headers, fallback: [] },
  queryParams: { key: 'query_params', codec: queryParams },
  bodyType: { key: 'body_type', codec: bodyType },
  bodyTemplate,
}

const variants = list(
  record(variant, {
    onUnknown(pair, context) {
      if (NEWER.includes(pair.key)) reportNewer(pair, context)
      else
        reportUnknown(
          pair,
          context,
          Object.values(variant).map(field => field.key),
        )
    },
  }),
)

const fields: Fields<Omit<HttpSpec, 'type' | 'baseUrl'>> = {
  endpoint: { key: 'endpoint', codec: template, required: true },
  method: { key: 'method', codec: method, required: true },
  auth: { key: 'auth', codec: auth, fallback: 'none' },
  authConfig: { key: 'auth_config', codec: record(authConfig) },
  authProfile: { key: 'auth_profile', codec: nameOf('authProfile') },
  tlsProfile: { key: 'tls_profile', codec: nameOf('tlsProfile') },
  authJit: { key: 'auth_jit', codec: boolean, fallback: false },
  consent: { key: 'consent', codec: word(['preflight', 'inline']) },
  connection: { key: 'connection', codec: word(['per_user', 'shared']), fallback: 'shared' },
  timeout: { key: 'timeout', codec: number({ least: 1 }) },
  retry: { key: 'retry', codec: number({ integer: true }) },
  retryDelay: { key: 'retry_delay', codec: milliseconds },
  retryPolicy: { key: 'retry_policy', codec: record(retryPolicy) },
  rateLimit: { key: 'rate_limit', codec: number({ least: 0.001 }) },
  circuitBreaker: { key: 'circuit_breaker', codec: record(circuitBreaker) },
  headers: { key: 'headers', codec: headers, fallback: [] },
  queryParams: { key: 'query_params', codec: queryParams, fallback: [] },
  bodyType: { key: 'body_type', codec: bodyType },
  bodyTemplate,
  variants: { key: 'request_variants', codec: variants, fallback: [] },
  protocol: { key: 'protocol', codec: word(['rest', 'soap']), fallback: 'rest' },
  soapVersion: { key: 'soap_version', codec: word(['1.1', '1.2']), fallback: '1.1' },
  soapAction: { key: 'soap_action', codec: template },
  onSoapFault: { key: 'on_soap_fault', codec: word(['error', 'data']), fallback: 'error' },
}

/** REST and SOAP endpoints. */
export const http: Binding = {
  fields,
  defaults: ['base_url', 'auth', 'timeout', 'retry', 'retry_delay', 'rate_limit', 'headers'],
  newer: NEWER,
  ignored: [],
}
