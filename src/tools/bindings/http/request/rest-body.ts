import type { BodyType, CompiledTemplate, Place } from '../../../../abl/index.ts'
import { parseJson } from '../../../../core/json.ts'
import { isJson, isXml, readMediaType } from '../media-type.ts'
import type { BodyEncoder } from './body.ts'
import { fill, invalid } from './fill.ts'
import { encodePairs, pairsOf } from './pairs.ts'

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
} satisfies Record<BodyType, string>

/** The body of a REST request: its template, else what is left of the arguments, in the encoding of `body_type`. */
export function restBody(template: CompiledTemplate | undefined, bodyType: BodyType | undefined): BodyEncoder {
  return {
    takesContext: template === undefined && bodyType !== 'text',
    encode(call, own, declared) {
      const type = bodyType ?? typeOf(declared)
      const text = template ? checked(fill(template, call, PLACES[type]), type) : ENCODERS[type](own)
      return text === undefined ? undefined : { text, headers: { 'content-type': CONTENT_TYPES[type] } }
    },
  }
}

const PLACES = { json: 'json', form: 'form', xml: 'xml', text: 'text' } satisfies Record<BodyType, Place>

/** The encoding that a declared content type asks for. */
function typeOf(declared: string | undefined): BodyType {
  if (declared === undefined) return 'json'
  const type = readMediaType(declared)
  if (isJson(type)) return 'json'
  if (isXml(type)) return 'xml'
  return type.name === 'application/x-www-form-urlencoded' ? 'form' : 'text'
}

function checked(text: string, type: BodyType): string {
  if (type === 'json' && parseJson(text) === undefined)
    throw invalid('The body is no JSON once its template is filled in.')
  return type === 'form' ? text.trim() : text
}

type Own = Readonly<Record<string, unknown>>

const ENCODERS = { json: jsonOf, form: formOf, xml: needsTemplate, text: onlyText } satisfies Record<
  BodyType,
  (own: Own) => string | undefined
>

function jsonOf(own: Own): string | undefined {
  return Object.keys(own).length === 0 ? undefined : JSON.stringify(own)
}

function formOf(own: Own): string | undefined {
  const pairs = Object.entries(own).flatMap(([name, value]) => pairsOf(name, value))
  return pairs.length === 0 ? undefined : encodePairs(pairs)
}

function needsTemplate(own: Own): string | undefined {
  if (Object.keys(own).length === 0) return undefined
  throw invalid('A body of this type needs a `body_template`.')
}

/** The one text among what is left; without one there is no body. */
function onlyText(own: Own): string | undefined {
  const texts = Object.values(own).filter(value => typeof value === 'string')
  if (texts.length < 2) return texts[0]
  throw invalid('A body of text needs a `body_template`, or exactly one parameter that is a string.')
}
