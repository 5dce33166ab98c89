import type { HttpSpec, TypeSpec } from '../../../../abl/index.ts'
import { messageOf } from '../../../../core/errors.ts'
import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { Attempted } from '../../binding.ts'
import type { SecretMask } from '../../mask-secrets.ts'
import { type Answer, isSuccess } from '../response/answer.ts'
import { statusFailure } from '../response/failure.ts'
import { textOf } from '../response/text-of.ts'
import { elementValue } from './element-value.ts'
import { faultFailure, readFault } from './fault.ts'
import { typed } from './typed.ts'
import { isSoapNamespace } from './versions.ts'
import { elementsOf, parseXml, type XmlElement, XmlProblem } from './xml.ts'

export interface EnvelopeReading {
  returns: TypeSpec | undefined
  onSoapFault: HttpSpec['onSoapFault']
  mask: SecretMask
}

/** The first child of the Body, as an object. A fault counts whatever the status; other statuses than 2xx fail. */
export async function readEnvelope(
  answer: Answer,
  { returns, onSoapFault, mask }: EnvelopeReading,
): Promise<Attempted> {
  const isEmpty = answer.bytes.length === 0
  if (isEmpty && isSuccess(answer)) return { value: null }
  const body = isEmpty ? undefined : await bodyOf(answer, mask)
  const content = body && elementsOf(body)[0]
  const fault = content && readFault(content)
  if (fault && onSoapFault === 'data') return { value: { fault } }
  if (fault) throw faultFailure(fault, { status: answer.status, mask })
  if (!isSuccess(answer)) throw statusFailure(answer, mask)
  return { value: content ? typed(elementValue(content), returns) : null }
}

/** The Body of the answer's envelope. Of a failed request it may be anything else: undefined. */
async function bodyOf(answer: Answer, mask: SecretMask): Promise<XmlElement | undefined> {
  try {
    const root = await parseXml(textOf(answer.bytes, xmlType(answer)))
    const body = isPart(root, 'Envelope') ? elementsOf(root).find(child => isPart(child, 'Body')) : undefined
    if (!body) throw new XmlProblem('it is no SOAP envelope with a Body')
    return body
  } catch (error) {
    if (!isSuccess(answer)) return undefined
    const message = mask.text(`The answer of ${answer.host} cannot be read as SOAP: ${messageOf(error).slice(0, 200)}.`)
    throw new ToolFailure({ code: 'invalid_response', type: 'api_error', message, status: answer.status })
  }
}

/** SOAP is XML, whatever its content type says: its declaration may name the encoding. */
function xmlType({ mediaType }: Answer) {
  return { ...mediaType, name: 'text/xml' }
}

function isPart(element: XmlElement, name: string): boolean {
  return element.name === name && isSoapNamespace(element.namespace)
}
