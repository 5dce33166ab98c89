import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { oneLine } from '../text-width.ts'
import { visible } from '../visible.ts'
import type { ChatConsole, ReadLine, TextQuestion } from './chat-console.ts'
import type { History } from './history.ts'
import type { MenuOptions } from './menu.ts'
import type { Ended } from './pane.ts'
import { plainStream } from './screen-stream.ts'

/** Lines that come closer together than this were pasted, not typed. */
const PASTE_MS = 25

/** What was typed before a question was asked does not answer it. */
const SETTLE_MS = 40

const KEYS = [
  ['\\ and Enter', 'a new line in the message'],
  ['@file', 'puts in a file of the project'],
  ['Ctrl-C', 'stops a turn; messages typed meanwhile wait'],
] as const

export interface PlainConsoleOptions {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  history: History
}

/**
 * A chat in lines, for screen readers and simple terminals: nothing moves, nothing is coloured or drawn again. The
 * terminal itself edits the line.
 */
export class PlainConsole implements ChatConsole {
  readonly out: NodeJS.WriteStream
  readonly keys = KEYS
  readonly #history: History
  readonly #lines: Interface
  #waiting: ((read: ReadLine) => void) | undefined
  /** Lines that belong to one message. */
  #begun: string[] = []
  #timer: NodeJS.Timeout | undefined
  #queue: string[] = []
  #turn: { stop(): void; interrupts: number } | undefined
  #leaves = false
  #ended = false
  #held: string[] = []
  #prefilled = ''

  constructor({ stdin, stdout, history }: PlainConsoleOptions) {
    this.out = plainStream(stdout)
    this.#history = history
    this.#lines = createInterface({ input: stdin, terminal: false })
    this.#lines.on('line', line => this.#take(line))
    this.#lines.on('close', () => this.#end())
    process.on('SIGINT', this.#interrupt)
  }

  async read(prompt: string): Promise<ReadLine> {
    for (const text of this.#held.splice(0)) this.#say(text)
    if (this.#leaves) return { kind: 'interrupt', hadText: false, leaves: true }
    const queued = this.#queue.shift()
    if (queued !== undefined) {
      this.#say(`Sending: ${visible(queued)}`)
      return { kind: 'line', text: queued }
    }
    const read = await this.#next(plainPrompt(prompt))
    if (read.kind !== 'line') return read
    const text = read.text === '' ? this.#prefilled : read.text
    this.#prefilled = ''
    if (text.trim() !== '') this.#history.add(text)
    return { kind: 'line', text }
  }

  prefill(text: string): void {
    this.#prefilled = text
    this.#say('Press Enter to send the same again, or type another message.')
  }

  startTurn(stop: () => void): () => void {
    const turn = { stop, interrupts: 0 }
    this.#turn = turn
    return () => {
      this.#leaves ||= turn.interrupts > 1
      this.#turn = undefined
    }
  }

  async choose({ message, choices, mayGoBack }: MenuOptions, signal?: AbortSignal): Promise<Ended<number>> {
    await this.#settled()
    this.#say([message, ...choices.map(({ label, note }, index) => `${index + 1}. ${label}${behind(note)}`)].join('\n'))
    const how = `A number from 1 to ${choices.length}${mayGoBack ? ', or nothing to go back' : ''}: `
    for (;;) {
      const read = await this.#next(how, signal)
      if (read.kind !== 'line') return { kind: 'interrupt' }
      const number = /^\d+$/.test(read.text.trim()) ? Number(read.text) : 0
      if (number >= 1 && number <= choices.length) return { kind: 'given', value: number - 1 }
      if (mayGoBack && read.text.trim() === '') return { kind: 'back' }
    }
  }

  async ask({ message, initial, mayGoBack }: TextQuestion, signal?: AbortSignal): Promise<Ended<string>> {
    await this.#settled()
    this.#say(visible(message))
    if (initial !== undefined) this.#say(`${visible(initial)}\nNothing typed keeps it as it is.`)
    const read = await this.#next('Answer: ', signal)
    if (read.kind !== 'line') return { kind: 'interrupt' }
    if (read.text === '' && mayGoBack && initial === undefined) return { kind: 'back' }
    return { kind: 'given', value: read.text === '' && initial !== undefined ? initial : read.text }
  }

  interject(text: string): void {
    if (this.#turn) this.#held.push(text)
    else this.#say(text)
  }

  clear(): void {}

  async close(): Promise<void> {
    process.off('SIGINT', this.#interrupt)
    this.#lines.close()
    await this.#history.settled()
  }

  #next(prompt: string, signal?: AbortSignal): Promise<ReadLine> {
    if (this.#ended) return Promise.resolve({ kind: 'end' })
    if (signal?.aborted) return Promise.resolve({ kind: 'interrupt', hadText: false, leaves: false })
    this.out.write(prompt)
    return new Promise(settle => {
      const abort = (): void => this.#give({ kind: 'interrupt', hadText: false, leaves: false })
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting = read => {
        signal?.removeEventListener('abort', abort)
        settle(read)
      }
    })
  }

  #take(line: string): void {
    const goesOn = line.endsWith('\\')
    this.#begun.push(goesOn ? line.slice(0, -1) : line)
    clearTimeout(this.#timer)
    if (!goesOn) this.#timer = setTimeout(() => this.#whole(), PASTE_MS)
  }

  #whole(): void {
    const text = this.#begun.splice(0).join('\n')
    if (this.#waiting) this.#give({ kind: 'line', text })
    else if (text.trim() !== '') this.#enqueue(text)
  }

  #enqueue(text: string): void {
    this.#queue.push(text)
    this.#history.add(text)
    this.#say(`\nQueued: ${visible(text)}`)
  }

  #give(read: ReadLine): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.(read)
  }

  #end(): void {
    this.#ended = true
    this.#turn?.stop()
    this.#give({ kind: 'end' })
  }

  /** The terminal has dropped the line that was begun; what came before it goes with it. */
  readonly #interrupt = (): void => {
    const hadText = this.#begun.splice(0).length > 0
    clearTimeout(this.#timer)
    this.#say('')
    if (this.#waiting) this.#give({ kind: 'interrupt', hadText, leaves: false })
    else if (this.#turn) {
      this.#turn.interrupts++
      const dropped = this.#queue.splice(0).length
      if (dropped > 0) this.#say(`Not sent any more: ${dropped} queued message${dropped === 1 ? '' : 's'}.`)
      this.#turn.stop()
    }
  }

  async #settled(): Promise<void> {
    await sleep(SETTLE_MS)
    this.#begun = []
  }

  #say(text: string): void {
    this.out.write(`${text}\n`)
  }
}

/** `offline › ` as a screen reader says it well. */
function plainPrompt(prompt: string): string {
  return prompt.replace('›', '>')
}

function behind(note: string | undefined): string {
  return note ? ` (${oneLine(note, 60)})` : ''
}
