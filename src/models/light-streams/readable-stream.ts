/** What a stream goes through. */
export interface Stage<In, Out> {
  readFrom(source: Readable<In>): ReadableStream<Out>
}

type Read<T> = { done: false; value: T } | { done: true; value?: undefined }

export interface Reader<T> {
  read(): Promise<Read<T>>
  cancel(reason?: unknown): Promise<void>
  releaseLock(): void
}

export interface Controller<T> {
  enqueue(chunk: T): void
  close(): void
  error(error: unknown): void
  terminate(): void
}

interface Source<T> {
  start?(controller: Controller<T>): unknown
  pull?(controller: Controller<T>): unknown
  cancel?(reason?: unknown): unknown
}

type State = { kind: 'open' } | { kind: 'closed' } | { kind: 'failed'; error: unknown }

/** Anything that a stage can read from, ours or the global one. */
export interface Readable<T> {
  getReader(): Reader<T>
}

/** Chunks on demand: `pull` is called when a reader waits and nothing is there. A reader waits for one read at a time. */
export class ReadableStream<T> implements Readable<T> {
  readonly #source: Source<T>
  readonly #controller: Controller<T>
  #queue: T[] = []
  #state: State = { kind: 'open' }
  #pulling: Promise<void> | undefined
  #wake: () => void = () => {}

  constructor(source: Source<T> = {}) {
    this.#source = source
    this.#controller = {
      enqueue: chunk => this.#change(() => this.#state.kind === 'open' && this.#queue.push(chunk)),
      close: () => this.#end({ kind: 'closed' }),
      terminate: () => this.#end({ kind: 'closed' }),
      error: error => this.#end({ kind: 'failed', error }),
    }
    const started = source.start?.(this.#controller)
    if (started instanceof Promise) started.catch(this.#controller.error)
  }

  getReader(): Reader<T> {
    return { read: () => this.#read(), cancel: reason => this.cancel(reason), releaseLock: () => {} }
  }

  pipeThrough<Out>(stage: Stage<T, Out>): ReadableStream<Out> {
    return stage.readFrom(this)
  }

  /** Both hold every chunk that is read through either from now on; the source is cancelled once both are. */
  tee(): [ReadableStream<T>, ReadableStream<T>] {
    const reader = this.getReader()
    const controllers: Controller<T>[] = []
    let cancelled = 0
    const branch = () =>
      new ReadableStream<T>({
        start: controller => controllers.push(controller),
        pull: async () => {
          const { done, value } = await reader.read().catch(fail)
          for (const controller of controllers) done ? controller.close() : controller.enqueue(value as T)
        },
        cancel: async reason => {
          if (++cancelled === 2) await reader.cancel(reason)
        },
      })
    const fail = (error: unknown): never => {
      for (const controller of controllers) controller.error(error)
      throw error
    }
    return [branch(), branch()]
  }

  async cancel(reason?: unknown): Promise<void> {
    const wasOpen = this.#state.kind === 'open'
    this.#queue = []
    this.#end({ kind: 'closed' })
    if (wasOpen) await this.#source.cancel?.(reason)
  }

  async #read(): Promise<Read<T>> {
    for (;;) {
      const [chunk] = this.#queue
      if (this.#queue.length > 0) {
        this.#queue.shift()
        return { done: false, value: chunk as T }
      }
      if (this.#state.kind === 'failed') throw this.#state.error
      if (this.#state.kind === 'closed') return { done: true }
      await this.#more()
    }
  }

  /** Settles when there may be more to say: a pull is over, or something came by itself. */
  async #more(): Promise<void> {
    const { pull } = this.#source
    if (pull === undefined) return new Promise(resolve => this.#whenChanged(resolve))
    this.#pulling ??= (async () => pull.call(this.#source, this.#controller))()
      .then(() => {}, this.#controller.error)
      .finally(() => {
        this.#pulling = undefined
      })
    await this.#pulling
  }

  #whenChanged(resolve: () => void): void {
    const earlier = this.#wake
    this.#wake = () => {
      earlier()
      resolve()
    }
  }

  #end(state: State): void {
    this.#change(() => {
      if (this.#state.kind === 'open') this.#state = state
    })
  }

  #change(change: () => void): void {
    change()
    const wake = this.#wake
    this.#wake = () => {}
    wake()
  }
}
