import type { BodyType, HttpMethod, HttpSpec } from '../bindings/spec.ts'
import type { ParsedTool } from '../file/read-tool.ts'
import { type Rule, report } from './rule.ts'

/** Requests: a body only where one can be sent, a template where the encoding needs one, SOAP by POST. */
export const checkRequests: Rule = tool => {
  const { binding } = tool.spec
  if (binding?.type !== 'http') return
  checkBody(tool, '', binding)
  for (const [index, variant] of binding.variants.entries()) {
    const { method = binding.method, bodyType = binding.bodyType, bodyTemplate = binding.bodyTemplate } = variant
    const changes = variant.method !== undefined || variant.bodyType !== undefined || variant.bodyTemplate !== undefined
    if (changes)
      checkBody(tool, `request_variants.${index}.`, { method, bodyType, bodyTemplate, protocol: binding.protocol })
  }
  checkSoap(tool, binding)
  checkRetries(tool, binding)
}

interface Shape {
  method: HttpMethod
  bodyType?: BodyType
  bodyTemplate?: string
  protocol: HttpSpec['protocol']
}

function checkBody(tool: ParsedTool, prefix: string, { method, bodyType, bodyTemplate, protocol }: Shape): void {
  if (method === 'GET' && bodyTemplate !== undefined) {
    report(tool, `${prefix}body_template`, {
      code: 'ABL3009',
      message: 'A GET request has no body.',
      hint: 'use query_params, or another method',
    })
  }
  if (bodyTemplate !== undefined || protocol === 'soap' || (bodyType !== 'xml' && bodyType !== 'text')) return
  const texts = tool.spec.parameters.filter(parameter => parameter.type.kind === 'string')
  if (bodyType === 'text' && texts.length === 1) return
  const message = `\`body_type: ${bodyType}\` needs a \`body_template\`.`
  report(tool, `${prefix}body_type`, {
    code: 'ABL2012',
    message,
    hint: bodyType === 'text' ? 'or exactly one parameter that is a string' : 'add body_template: |',
  })
}

function checkSoap(tool: ParsedTool, { protocol, method }: HttpSpec): void {
  if (protocol === 'soap') {
    if (method === undefined || method === 'POST') return
    report(tool, 'method', {
      code: 'ABL3009',
      message: `SOAP is sent by POST, not ${method}.`,
      hint: 'write method: POST',
    })
    return
  }
  for (const key of ['soap_version', 'soap_action', 'on_soap_fault']) {
    if (!tool.context.places.has(key)) continue
    report(tool, key, {
      code: 'ABL3009',
      severity: 'warning',
      message: `\`${key}\` has no meaning without \`protocol: soap\`.`,
      hint: 'add protocol: soap',
    })
  }
}

function checkRetries(tool: ParsedTool, { retryPolicy }: HttpSpec): void {
  const key = ['retry', 'retry_delay'].find(candidate => tool.context.places.has(candidate))
  if (!retryPolicy || key === undefined) return
  report(tool, key, {
    code: 'ABL3009',
    severity: 'warning',
    message: `\`retry_policy\` wins over \`${key}\`, which has no effect.`,
    hint: 'keep one of them',
  })
}
