import { Writable } from 'node:stream'

export type RecordingStream = NodeJS.WriteStream & { text(): string }

/** A stream that keeps what is written, as wide as a terminal of that many columns; without columns, no terminal. */
export function recordingStream(columns?: number): RecordingStream {
  let written = ''
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      written += text
      done()
    },
  })
  return Object.assign(stream, {
    columns,
    isTTY: columns !== undefined,
    getColorDepth: () => 1,
    text: () => written,
  }) as unknown as RecordingStream
}
