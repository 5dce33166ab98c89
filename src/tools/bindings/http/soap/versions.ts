import type { HttpSpec } from '../../../../abl/index.ts'

interface SoapVersion {
  /** Of the envelope. */
  namespace: string
  /** The headers that go with an envelope of this version. */
  headers(action: string): Record<string, string>
}

export const SOAP_VERSIONS = {
  '1.1': {
    namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
    headers: action => ({ 'content-type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` }),
  },
  '1.2': {
    namespace: 'http://www.w3.org/2003/05/soap-envelope',
    headers: action => ({
      'content-type': `application/soap+xml; charset=utf-8${action === '' ? '' : `; action="${action}"`}`,
    }),
  },
} satisfies Record<HttpSpec['soapVersion'], SoapVersion>

export function isSoapNamespace(namespace: string): boolean {
  return Object.values(SOAP_VERSIONS).some(version => version.namespace === namespace)
}
