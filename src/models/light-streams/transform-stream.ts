import { type Controller, type Readable, ReadableStream, type Reader, type Stage } from './readable-stream.ts'

export interface Transformer<In, Out> {
  start?(controller: Controller<Out>): unknown
  transform?(chunk: In, controller: Controller<Out>): unknown
  flush?(controller: Controller<Out>): unknown
}

/** A stage that works when something is read from it, and no sooner. */
export class TransformStream<In, Out> implements Stage<In, Out> {
  readonly #transformer: Transformer<In, Out>
  readonly #readable: ReadableStream<Out>
  #controller: Controller<Out> | undefined
  #source: Reader<In> | undefined
  #hasMore = false

  constructor(transformer: Transformer<In, Out> = {}) {
    this.#transformer = transformer
    this.#readable = new ReadableStream<Out>({
      start: controller => {
        this.#controller = this.#noting(controller)
        return transformer.start?.(this.#controller)
      },
      pull: () => this.#pull(),
      cancel: reason => this.#source?.cancel(reason),
    })
  }

  readFrom(source: Readable<In>): ReadableStream<Out> {
    this.#source = source.getReader()
    return this.#readable
  }

  /** Reads on until a chunk comes out of the stage, or its end. */
  async #pull(): Promise<void> {
    const { transform, flush } = this.#transformer
    this.#hasMore = false
    while (!this.#hasMore && this.#source && this.#controller) {
      const { done, value } = await this.#source.read()
      if (done) {
        await flush?.call(this.#transformer, this.#controller)
        this.#controller.close()
      } else if (transform === undefined) this.#controller.enqueue(value as unknown as Out)
      else await transform.call(this.#transformer, value, this.#controller)
    }
  }

  /** The controller, noting that something came out. */
  #noting(controller: Controller<Out>): Controller<Out> {
    const note = () => {
      this.#hasMore = true
      return controller
    }
    return {
      enqueue: chunk => note().enqueue(chunk),
      error: error => note().error(error),
      close: () => note().close(),
      terminate: () => note().terminate(),
    }
  }
}
