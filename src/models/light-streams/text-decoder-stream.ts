import type { Controller } from './readable-stream.ts'
import { TransformStream } from './transform-stream.ts'

/** UTF-8, wherever the bytes are cut. */
export class TextDecoderStream extends TransformStream<Uint8Array, string> {
  constructor() {
    const decoder = new TextDecoder()
    const send = (text: string, controller: Controller<string>) => {
      if (text !== '') controller.enqueue(text)
    }
    super({
      transform: (chunk, controller) => send(decoder.decode(chunk, { stream: true }), controller),
      flush: controller => send(decoder.decode(), controller),
    })
  }
}
