/** What comes in pieces: a body of undici. */
export interface Chunks extends AsyncIterable<Uint8Array> {
  destroy(): void
}

/**
 * As much of a `Response` as the provider packages use: the status, the headers, and a reader of the body. The web's own
 * streams and headers around each answer cost as much as all the rest of a request (bench/model-overhead.mjs).
 */
export function streamedResponse(status: number, headers: Record<string, unknown>, body: Chunks): Response {
  const chunks = body[Symbol.asyncIterator]()
  const reader = {
    read: () => chunks.next(),
    cancel: async () => body.destroy(),
    releaseLock: () => {},
  }
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const response = {
    status,
    ok: status >= 200 && status < 300,
    statusText: '',
    headers: new Map(texts),
    body: { getReader: () => reader, cancel: reader.cancel },
  }
  return response as unknown as Response
}
