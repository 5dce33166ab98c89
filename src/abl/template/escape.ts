import { EvaluationProblem } from '../expression/problem.ts'
import { toText } from '../expression/values.ts'

/** Where a filled value stands, and so how it is escaped. `json` is escaped by `json.ts`, which knows about strings. */
export type Place = 'text' | 'path' | 'query' | 'json' | 'xml' | 'form' | 'header'

type EscapedPlace = Exclude<Place, 'json'>

const ESCAPES = {
  text: text => text,
  path: encode,
  query: encode,
  /** As a field's value of `application/x-www-form-urlencoded`. */
  form: text => new URLSearchParams([['', text]]).toString().slice(1),
  xml: escapeXml,
  header: refuseLineBreaks,
} satisfies Record<EscapedPlace, (text: string) => string>

export function escapeFor(place: EscapedPlace, value: unknown): string {
  return ESCAPES[place](toText(value))
}

/** Percent encoding of everything that is not a plain letter, digit or mark; lone surrogates become U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A carriage return too: a reader of XML makes a line feed of a bare one. */
const ENTITIES: Readonly<Record<string, string>> = {
  '\r': '&#13;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Also leaves out the control characters that XML cannot carry. */
function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[\r&<>"']/g, character => ENTITIES[character] ?? character)
}

function refuseLineBreaks(text: string): string {
  if (/[\r\n\u0000]/.test(text))
    throw new EvaluationProblem('The value of a header cannot hold a line break.', 'validation_error')
  return text
}
