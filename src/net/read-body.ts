import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { systemCode } from '../core/errors.ts'
import { networkFailure, tooLarge } from './failures.ts'

export interface BodyLimits {
  url: URL
  maxBytes: number
  /** The `content-length` that was announced. */
  announced?: string
  /** The `content-encoding`. */
  encoding?: string
}

/**
 * The whole body, decompressed. More bytes than allowed end the connection as soon as they are announced, have come, or
 * would come out of the decompression.
 * @throws ToolFailure `response_too_large`, `network_error`; what the stream itself fails with as it is
 */
export async function readBody(body: Readable, limits: BodyLimits): Promise<Uint8Array> {
  const { url, maxBytes, announced, encoding = '' } = limits
  if (Number(announced) > maxBytes) throw drop(body, tooLarge(url, maxBytes))
  let bytes = await collect(body, limits)
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map(layer => layer.trim())
    .filter(layer => layer && layer !== 'identity')
  if (bytes.length === 0) return bytes
  if (layers.length > MOST_LAYERS)
    throw networkFailure(`The answer of ${url.host} is compressed ${layers.length} times.`)
  for (const layer of layers.reverse()) bytes = await decompress(bytes, layer, limits)
  return bytes
}

const MOST_LAYERS = 3

function collect(body: Readable, { url, maxBytes }: BodyLimits): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    body.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) reject(drop(body, tooLarge(url, maxBytes)))
    })
    body.on('error', reject)
    body.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)))
  })
}

/** Ends a stream that nobody reads; the error that this causes is nobody's. */
function drop(body: Readable, reason: Error): Error {
  body.on('error', () => {})
  body.destroy()
  return reason
}

const DECODERS: Readonly<Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>>> =
  {
    gzip: promisify(gunzip),
    'x-gzip': promisify(gunzip),
    deflate: (bytes, options) => (isZlib(bytes) ? promisify(inflate) : promisify(inflateRaw))(bytes, options),
    br: promisify(brotliDecompress),
  }

/** `deflate` should be zlib's format; some servers leave its frame out. */
function isZlib(bytes: Uint8Array): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8
}

async function decompress(bytes: Uint8Array, layer: string, { url, maxBytes }: BodyLimits): Promise<Uint8Array> {
  const decoder = Object.hasOwn(DECODERS, layer) ? DECODERS[layer] : undefined
  if (!decoder)
    throw networkFailure(`The answer of ${url.host} is compressed as \`${layer}\`, which is not known here.`)
  try {
    return await decoder(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if (systemCode(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(url, maxBytes)
    throw networkFailure(`The answer of ${url.host} is not compressed as it says (${layer}).`, { cause: error })
  }
}
