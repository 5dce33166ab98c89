import { isNothing } from '../../../../abl/expression/values.ts'
import { type HttpSpec, parametersRead } from '../../../../abl/index.ts'
import { escapeFor } from '../../../../abl/template/escape.ts'
import { isRecord } from '../../../../core/json.ts'
import type { CompiledBody } from '../request/body.ts'
import { compileText, fill, invalid } from '../request/fill.ts'
import { SOAP_VERSIONS } from './versions.ts'

/**
 * The envelope of a SOAP request. A template that is an envelope is sent as it is, another one is the content of the
 * Body; without one, the Body holds the operation that `soap_action` names, with an element for each argument.
 */
export async function soapBody(spec: HttpSpec, toolName: string): Promise<CompiledBody> {
  const version = SOAP_VERSIONS[spec.soapVersion]
  const action = spec.soapAction === undefined ? undefined : await compileText(spec.soapAction)
  const template = spec.bodyTemplate === undefined ? undefined : await compileText(spec.bodyTemplate)
  return {
    reads: [action, template].flatMap(each => parametersRead(each?.names ?? [])),
    encoder: {
      takesContext: template === undefined,
      encode(call, own) {
        const actionText = action ? checkedAction(fill(action, call, 'header')) : ''
        const content = template ? fill(template, call, 'xml') : operation(operationOf(actionText, toolName), own)
        const text = isEnvelope(content) ? content : wrapped(content, version.namespace)
        return { text: text.trim(), headers: version.headers(actionText) }
      },
    },
  }
}

function checkedAction(action: string): string {
  if (/["\\]/.test(action)) throw invalid('A `soap_action` cannot hold quotes or backslashes.')
  return action
}

function isEnvelope(content: string): boolean {
  return /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:[\w.-]+:)?Envelope[\s>]/.test(content)
}

function wrapped(content: string, namespace: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    `<soap:Envelope xmlns:soap="${namespace}"><soap:Body>${content.trim()}</soap:Body></soap:Envelope>`
  )
}

interface Operation {
  name: string
  /** Empty: none. */
  namespace: string
}

/**
 * An action is the namespace and the name of an operation, with `#` or the last `/` between them. A namespace that is
 * only a scheme and a host keeps its slash. An action that names none: the tool's own name.
 */
export function operationOf(action: string, toolName: string): Operation {
  const at = action.includes('#') ? action.lastIndexOf('#') : action.lastIndexOf('/')
  const name = action.slice(at + 1)
  if (!isName(name)) return { name: toolName, namespace: '' }
  const namespace = action.slice(0, Math.max(at, 0))
  return { name, namespace: /^\w+:\/\/[^/]+$/.test(namespace) && action[at] === '/' ? `${namespace}/` : namespace }
}

const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance'

function operation({ name, namespace }: Operation, own: Readonly<Record<string, unknown>>): string {
  const content = fieldsOf(own)
  const declared = namespace === '' ? '' : ` xmlns="${escapeFor('xml', namespace)}"`
  const instance = content.includes(' xsi:nil=') ? ` xmlns:xsi="${INSTANCE}"` : ''
  return `<${name}${declared}${instance}>${content}</${name}>`
}

function fieldsOf(record: Readonly<Record<string, unknown>>): string {
  return Object.entries(record)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map(item => element(name, item)))
    .join('')
}

function element(name: string, value: unknown): string {
  if (!isName(name)) throw invalid(`\`${name.slice(0, 60)}\` cannot be the name of an XML element.`)
  if (isNothing(value)) return value === null ? `<${name} xsi:nil="true"/>` : ''
  const content = isRecord(value)
    ? fieldsOf(value)
    : Array.isArray(value)
      ? fieldsOf({ item: value })
      : escapeFor('xml', value)
  return `<${name}>${content}</${name}>`
}

function isName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name)
}
