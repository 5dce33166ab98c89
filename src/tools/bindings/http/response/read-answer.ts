import { type TypeSpec, typeName } from '../../../../abl/index.ts'
import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { AttemptCall, Attempted } from '../../binding.ts'
import type { SecretMask } from '../../mask-secrets.ts'
import { isJson, isXml, type MediaType } from '../media-type.ts'
import type { Answer } from './answer.ts'
import { textIfAny, textOf } from './text-of.ts'

export interface AnswerReading {
  returns: TypeSpec | undefined
  call: AttemptCall
  mask: SecretMask
}

/**
 * The value of a 2xx response: JSON by its content type, nothing for 204, text otherwise. Images are shown to the model
 * as such; other bytes are described, never dumped.
 */
export function readAnswer(answer: Answer, { returns, call, mask }: AnswerReading): Attempted {
  const { status, mediaType, bytes } = answer
  if (status === 204 || status === 205) return { value: null }
  if (isJson(mediaType)) return { value: readJson(answer, mask) }
  if (bytes.length === 0) return { value: mediaType.name === '' ? null : '' }
  if (IMAGES.has(mediaType.name)) return readImage(answer)
  const text = isText(mediaType) ? textOf(bytes, mediaType) : textIfAny(bytes, mediaType)
  if (text === undefined) return { value: describe(answer) }
  if (returns && promisesMore(returns)) {
    const what = mask.text(mediaType.name) || 'without a content type'
    call.trace(
      'response',
      `The answer is text (${what}), not the \`${typeName(returns)}\` that is declared: kept as text.`,
    )
  }
  return { value: text }
}

/** The message shows the beginning of the text and not what the parser says: that may cut a secret in two. */
function readJson({ bytes, mediaType, status, host }: Answer, mask: SecretMask): unknown {
  const text = textOf(bytes, mediaType)
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    const message = `${host} says that its answer is JSON, but it cannot be parsed: ${mask.text(text).slice(0, 100)}`
    throw new ToolFailure({ code: 'invalid_response', type: 'api_error', message, status })
  }
}

/** The kinds that models can see. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Bytes of an image that is shown, at most. */
const LARGEST_IMAGE = 4_000_000

function readImage(answer: Answer): Attempted {
  const { bytes, mediaType } = answer
  const value = describe(answer)
  if (bytes.length > LARGEST_IMAGE) return { value }
  return { value, images: [{ mediaType: mediaType.name, data: Buffer.from(bytes).toString('base64') }] }
}

/** What stands for content that is no text. */
function describe({ bytes, mediaType, headers }: Answer): Record<string, unknown> {
  const disposition = headers.get('content-disposition') ?? ''
  const filename = /filename="([^"]{1,200})"|filename=([^;\s]{1,200})/i.exec(disposition)
  return {
    content_type: mediaType.name || 'application/octet-stream',
    bytes: bytes.length,
    ...(filename ? { filename: filename[1] ?? filename[2] } : {}),
  }
}

function isText(mediaType: MediaType): boolean {
  return mediaType.name.startsWith('text/') || isXml(mediaType)
}

function promisesMore({ kind }: TypeSpec): boolean {
  return kind === 'object' || kind === 'array' || kind === 'named'
}
