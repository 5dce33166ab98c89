import { template } from '../codec/expression.ts'
import { headers } from '../codec/headers.ts'
import { path } from '../codec/path.ts'
import type { Fields } from '../codec/record.ts'
import { number, word } from '../codec/scalar.ts'
import type { Binding } from './binding.ts'
import type { AsyncWebhookSpec } from './spec.ts'

const fields: Fields<Omit<AsyncWebhookSpec, 'type' | 'baseUrl'>> = {
  endpoint: { key: 'endpoint', codec: template, required: true },
  method: { key: 'method', codec: word(['POST', 'PUT', 'PATCH'], 'upper'), required: true },
  headers: { key: 'headers', codec: headers, fallback: [] },
  callbackUrlField: { key: 'callback_url_field', codec: path, fallback: 'callbackUrl' },
  timeoutSeconds: { key: 'timeout_seconds', codec: number({ least: 1 }), fallback: 3600 },
}

/** A request that is answered later, by a call to a URL sent along. */
export const asyncWebhook: Binding = { fields, defaults: ['base_url', 'headers'], newer: [], ignored: [] }
