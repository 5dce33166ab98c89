// The three web streams that the provider packages build their answers with, as far as they use them: one reader, chunks
// on demand, no queues between the stages. The build puts them in place of the global ones in those packages alone
// (scripts/light-streams.mjs): around a short answer the global ones cost as much time as all the rest of a request.
export { ReadableStream } from './readable-stream.ts'
export { TextDecoderStream } from './text-decoder-stream.ts'
export { TransformStream } from './transform-stream.ts'
