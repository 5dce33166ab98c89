import type { Json } from '../../../../core/json.ts'
import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { SecretMask } from '../../mask-secrets.ts'
import { isRetryable } from '../response/failure.ts'
import { elementValue } from './element-value.ts'
import { isSoapNamespace } from './versions.ts'
import { contentOf, elementsOf, type XmlElement } from './xml.ts'

/** A fault of either version, in one shape. */
export interface SoapFault {
  /** As the server writes it, with its prefix: `soap:Server`. */
  code: string
  string: string
  detail: Json
}

/** The fault that an element is; recognised by namespace and name, never by its prefix. */
export function readFault(element: XmlElement): SoapFault | undefined {
  if (element.name !== 'Fault' || !isSoapNamespace(element.namespace)) return undefined
  const part = (...names: string[]) => elementsOf(element).find(({ name }) => names.includes(name))
  const code = part('faultcode', 'Code')
  const reason = part('faultstring', 'Reason')
  const detail = part('detail', 'Detail')
  return {
    code: textOf(code && (elementsOf(code).find(({ name }) => name === 'Value') ?? code)),
    string: textOf(reason && (englishOf(elementsOf(reason)) ?? reason)),
    detail: detail ? (elementValue(detail) as Json) : null,
  }
}

function textOf(element: XmlElement | undefined): string {
  return element ? contentOf(element).trim() : ''
}

/** Version 1.2 may give the reason in several languages. */
function englishOf(texts: readonly XmlElement[]): XmlElement | undefined {
  const isEnglish = ({ attributes }: XmlElement) =>
    attributes.some(({ name, value }) => name === 'lang' && /^en\b/i.test(value))
  return texts.find(isEnglish) ?? texts[0]
}

const LONGEST_DETAIL = 10_000

/** A fault as the failure of the call. One that blames the request is not worth another attempt. */
export function faultFailure(
  { code, string, detail }: SoapFault,
  { status, mask }: { status: number; mask: SecretMask },
): ToolFailure {
  const isTheirs = !/(?:^|:)(?:Client|Sender|VersionMismatch|MustUnderstand)\b/.test(code)
  const kept = JSON.stringify(detail).length > LONGEST_DETAIL ? JSON.stringify(detail).slice(0, LONGEST_DETAIL) : detail
  return new ToolFailure({
    code: 'soap_fault',
    type: 'api_error',
    message: mask.text(string || code || 'The service answered with a fault that says nothing.').slice(0, 1000),
    status,
    details: mask.value({ code, string, detail: kept }) as Json,
    retryable: isTheirs && isRetryable(status),
  })
}
