import { isXml, type MediaType } from '../media-type.ts'

/** A body as text, in the charset that the content type, a byte order mark or an XML declaration names; else UTF-8. */
export function textOf(bytes: Uint8Array, mediaType: MediaType): string {
  return decoderFor(markOf(bytes) ?? mediaType.charset ?? (isXml(mediaType) ? declaredIn(bytes) : undefined)).decode(
    bytes,
  )
}

/** The text of a body that does not say it is one; undefined when it is none. */
export function textIfAny(bytes: Uint8Array, { charset }: MediaType): string | undefined {
  if (charset !== undefined) return decoderFor(charset).decode(bytes)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1]
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

/** A charset that nobody knows is read as UTF-8. */
function decoderFor(charset = 'utf-8'): InstanceType<typeof TextDecoder> {
  const known = decoders.get(charset)
  if (known) return known
  const decoder = openDecoder(charset)
  if (decoders.size < 50) decoders.set(charset, decoder)
  return decoder
}

function openDecoder(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
