import type { MediaType } from '../media-type.ts'

/** A response that has been read to its end. */
export interface Answer {
  status: number
  headers: Headers
  /** For messages: never with a path or a query. */
  host: string
  mediaType: MediaType
  bytes: Uint8Array
}

export function isSuccess({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 200 && status < 300
}
