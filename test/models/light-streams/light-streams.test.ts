import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as light from '../../../src/models/light-streams/index.ts'
import '../../helpers/property-runs.ts'

// What holds for the global streams has to hold for ours: each of these runs on both.
const BOTH = [
  ['light', light as unknown as typeof globalThis],
  ['global', globalThis],
] as const

type Streams = Pick<typeof globalThis, 'ReadableStream' | 'TransformStream' | 'TextDecoderStream'>

async function all<T>(stream: ReadableStream<T>): Promise<T[]> {
  const reader = stream.getReader()
  const chunks: T[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    chunks.push(value)
  }
}

function counting({ ReadableStream }: Streams, last: number, cancelled: unknown[] = []) {
  let next = 0
  return new ReadableStream<number>({
    pull: controller => (next < last ? controller.enqueue(++next) : controller.close()),
    cancel: reason => void cancelled.push(reason),
  })
}

describe.each(BOTH)('%s streams', (_name, streams) => {
  const { ReadableStream, TransformStream, TextDecoderStream } = streams

  it('give every chunk in order, then their end for good', async () => {
    const reader = counting(streams, 2).getReader()
    const reads = [await reader.read(), await reader.read(), await reader.read(), await reader.read()]
    expect(reads.map(({ done, value }) => (done ? 'end' : value))).toEqual([1, 2, 'end', 'end'])
  })

  it('wake a reader when something comes by itself', async () => {
    let push: (chunk: string) => void = () => {}
    const stream = new ReadableStream<string>({
      start: controller => {
        push = chunk => controller.enqueue(chunk)
      },
    })
    const read = stream.getReader().read()
    push('late')
    expect(await read).toMatchObject({ value: 'late' })
  })

  it('fail the reader with the error of the source', async () => {
    const broken = new ReadableStream({ pull: () => Promise.reject(new Error('gone')) })
    await expect(all(broken)).rejects.toThrow('gone')
    const erring = new ReadableStream({ start: controller => controller.error(new Error('never there')) })
    await expect(all(erring)).rejects.toThrow('never there')
    const unstarted = new ReadableStream({ start: () => Promise.reject(new Error('no start')) })
    await expect(all(unstarted)).rejects.toThrow('no start')
  })

  it('pass through stages that drop, multiply and add at the end', async () => {
    const stage = new TransformStream<number, string>({
      start: controller => controller.enqueue('begin'),
      transform: (chunk, controller) => {
        for (let count = 0; count < chunk % 3; count++) controller.enqueue(`${chunk}`)
      },
      flush: controller => controller.enqueue('end'),
    })
    expect(await all(counting(streams, 5).pipeThrough(stage))).toEqual(['begin', '1', '2', '2', '4', '5', '5', 'end'])
  })

  it('wait for stages that work asynchronously', async () => {
    const stage = new TransformStream<number, number>({
      transform: async (chunk, controller) => {
        await new Promise(setImmediate)
        controller.enqueue(chunk * 10)
      },
    })
    expect(await all(counting(streams, 3).pipeThrough(stage).pipeThrough(new TransformStream()))).toEqual([10, 20, 30])
  })

  it('carry an error of the source and of a stage to the reader', async () => {
    const broken = new ReadableStream<number>({ pull: () => Promise.reject(new Error('source')) })
    await expect(all(broken.pipeThrough(new TransformStream()))).rejects.toThrow('source')
    const stage = new TransformStream<number, number>({
      transform: () => {
        throw new Error('stage')
      },
    })
    await expect(all(counting(streams, 1).pipeThrough(stage))).rejects.toThrow('stage')
    const failing = new TransformStream<number, number>({
      transform: (_chunk, controller) => controller.error(new Error('by hand')),
    })
    await expect(all(counting(streams, 1).pipeThrough(failing))).rejects.toThrow('by hand')
  })

  it('end where a stage says so', async () => {
    const stage = new TransformStream<number, number>({
      transform: (chunk, controller) => (chunk < 3 ? controller.enqueue(chunk) : controller.terminate()),
    })
    expect(await all(counting(streams, 9).pipeThrough(stage))).toEqual([1, 2])
  })

  it('cancel the source through all stages', async () => {
    const cancelled: unknown[] = []
    const stream = counting(streams, 9, cancelled).pipeThrough(new TransformStream()).pipeThrough(new TransformStream())
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel('enough')
    await new Promise(setImmediate)
    expect(cancelled).toEqual(['enough'])
    expect(await reader.read()).toMatchObject({ done: true })
  })

  it('split in two that both say all, however they are read', async () => {
    const [one, other] = counting(streams, 3).tee()
    expect(await all(one)).toEqual([1, 2, 3])
    expect(await all(other)).toEqual([1, 2, 3])
  })

  it('go on for one half when the other is cancelled, and cancel the source after both', async () => {
    const cancelled: unknown[] = []
    const [one, other] = counting(streams, 9, cancelled).tee()
    const reader = one.getReader()
    await reader.read()
    const leaving = reader.cancel()
    const rest = other.getReader()
    expect([(await rest.read()).value, (await rest.read()).value]).toEqual([1, 2])
    expect(cancelled).toHaveLength(0)
    await Promise.all([rest.cancel(), leaving])
    expect(cancelled).toHaveLength(1)
  })

  it('fail both halves', async () => {
    const broken = new ReadableStream({ pull: () => Promise.reject(new Error('gone')) })
    const [one, other] = broken.tee()
    await expect(all(one)).rejects.toThrow('gone')
    await expect(all(other)).rejects.toThrow('gone')
  })

  it('decode text wherever its bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(40), { maxLength: 6 }), async (text, cuts) => {
        const bytes = new TextEncoder().encode(text)
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
        const stream = new ReadableStream<Uint8Array>({
          start: controller => {
            for (const piece of pieces) controller.enqueue(piece)
            controller.close()
          },
        })
        expect((await all(stream.pipeThrough(new TextDecoderStream() as never))).join('')).toBe(text)
      }),
    )
  })
})
