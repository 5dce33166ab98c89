import { policies } from './data.mjs'

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

/** `lookupPolicy` of the insurer's SOAP 1.1 service: a policy, or a fault when there is none. */
export function lookUpPolicy({ text, headers }) {
  if (headers.soapaction !== '"urn:PolicyService#lookupPolicy"') return fault('Client', 'The action is unknown.')
  const number = /<(?:\w+:)?policy_number[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
  const policy = policies[number]
  if (!policy) return fault('Client', `There is no policy ${number}.`)
  const fields = Object.entries({ number, ...policy }).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
  return envelope(
    200,
    `<p:lookupPolicyResponse xmlns:p="urn:PolicyService">${fields.join('')}</p:lookupPolicyResponse>`,
  )
}

function fault(code, message) {
  return envelope(
    500,
    `<s:Fault><faultcode>s:${code}</faultcode><faultstring>${escaped(message)}</faultstring></s:Fault>`,
  )
}

function envelope(status, body) {
  const xml = `<?xml version="1.0"?><s:Envelope xmlns:s="${SOAP}"><s:Body>${body}</s:Body></s:Envelope>`
  return { status, body: xml, headers: { 'content-type': 'text/xml; charset=utf-8' } }
}

function escaped(text) {
  return String(text).replace(/[<>&]/g, character => `&#${character.charCodeAt(0)};`)
}
