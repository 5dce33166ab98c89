import { styled } from '../style.ts'
import type { ChatConsole, ReadLine, TextQuestion } from './chat-console.ts'
import type { Complete } from './completion.ts'
import { answeredText, askedText, echoText } from './echo-text.ts'
import { chosenEditor, editOutside } from './edit-outside.ts'
import { type History, shortHistory } from './history.ts'
import { chord, type Key } from './key.ts'
import { KeySource } from './key-source.ts'
import type { KillRing } from './line-buffer.ts'
import { LineEditor } from './line-editor.ts'
import { listenToSystem } from './listen-to-system.ts'
import { Menu, type MenuOptions } from './menu.ts'
import type { Ended, Pane } from './pane.ts'
import { Screen } from './screen.ts'
import { screenStream } from './screen-stream.ts'
import { stopProcess } from './stop-process.ts'
import { untilQuiet } from './until-quiet.ts'

export interface TerminalConsoleOptions {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  history: History
  complete: Complete
}

const KEYS = [
  ['\\ and Enter', 'a new line in the message (also Alt-Enter, Ctrl-J)'],
  ['@file', 'puts in a file of the project; Tab completes'],
  ['Up, Ctrl-R', 'what was said before; search in it'],
  ['Ctrl-X Ctrl-E', 'write in $EDITOR'],
  ['Ctrl-C', 'stops a turn; messages typed meanwhile wait'],
] as const

/** A chat whose line stays at the bottom while the output runs above it. */
export class TerminalConsole implements ChatConsole {
  readonly out: NodeJS.WriteStream
  readonly keys = KEYS
  readonly #screen: Screen
  readonly #history: History
  readonly #keys: KeySource
  readonly #editor: LineEditor
  readonly #ring: KillRing = []
  readonly #unlisten: () => void
  #pane: Pane | undefined
  #queue: string[] = []
  #reading: { prompt: string; settle(read: ReadLine): void } | undefined
  #turn: { stop(): void; interrupts: number } | undefined
  #leaves = false
  /** Ctrl-C came between two reads. */
  #early = false
  #ended = false
  #held: string[] = []
  #lastKey = 0

  constructor({ stdin, stdout, history, complete }: TerminalConsoleOptions) {
    this.#screen = new Screen(stdout)
    this.#history = history
    this.out = screenStream(this.#screen, stdout)
    this.#keys = new KeySource({ stdin, stdout }, { onKey: key => this.#press(key), onEnd: () => this.#end() })
    this.#editor = this.#mainEditor(complete)
    this.#keys.start()
    this.#unlisten = listenToSystem(stdout, {
      resized: this.#redraw,
      interrupted: () => this.#press(chord('ctrl-c')),
      ending: () => void this.close(),
    })
  }

  read(prompt: string): Promise<ReadLine> {
    for (const text of this.#held.splice(0)) this.#screen.write(`${text}\n`)
    if (this.#leaves) return Promise.resolve({ kind: 'interrupt', hadText: false, leaves: true })
    if (this.#ended) return Promise.resolve({ kind: 'end' })
    if (this.#early) {
      this.#early = false
      return Promise.resolve({ kind: 'interrupt', hadText: false, leaves: false })
    }
    const queued = this.#queue.shift()
    this.#editor.look = { prompt, colour: 'cyan' }
    if (queued !== undefined) {
      this.#echo(prompt, queued)
      this.#lookBusy()
      return Promise.resolve({ kind: 'line', text: queued })
    }
    return new Promise(settle => {
      this.#reading = { prompt, settle }
      this.#screen.show(size => (this.#pane ?? this.#editor).frame(size))
    })
  }

  prefill(text: string): void {
    this.#editor.reset([text, this.#editor.text].filter(Boolean).join('\n'))
  }

  startTurn(stop: () => void): () => void {
    const turn = { stop, interrupts: 0 }
    this.#turn = turn
    this.#lookBusy()
    return () => {
      this.#leaves ||= turn.interrupts > 1
      this.#turn = undefined
    }
  }

  async choose(menu: MenuOptions, signal?: AbortSignal): Promise<Ended<number>> {
    await untilQuiet(() => this.#lastKey, menu)
    const ended = await this.#open<number>(end => new Menu(menu, this.out, end), signal)
    const choice = ended.kind === 'given' ? menu.choices[ended.value] : undefined
    if (choice && !choice.opens) this.#screen.write(answeredText(menu.message, choice.label, this.out))
    return ended
  }

  async ask(question: TextQuestion, signal?: AbortSignal): Promise<Ended<string>> {
    await untilQuiet(() => this.#lastKey, question)
    this.#screen.write(askedText(question.message, this.out))
    const ended = await this.#open<string>(end => this.#questionEditor(question, end), signal)
    if (ended.kind === 'given') this.#echo('› ', ended.value)
    return ended
  }

  interject(text: string): void {
    if (this.#reading && !this.#pane) this.#screen.write(`${text}\n`)
    else this.#held.push(text)
  }

  clear(): void {
    this.#screen.clear()
  }

  async close(): Promise<void> {
    this.#screen.show(undefined)
    this.#screen.flush()
    this.#keys.stop()
    this.#unlisten()
    await this.#history.settled()
  }

  #mainEditor(complete: Complete): LineEditor {
    return new LineEditor({
      out: this.out,
      history: this.#history,
      ring: this.#ring,
      complete,
      changed: this.#redraw,
      submit: text => this.#submit(text),
      interrupt: hadText => this.#interrupt(hadText),
      end: () => this.#endOfLine(),
      takeBack: () => this.#unqueue(),
      chords: this.#chords(() => this.#editor),
    })
  }

  #questionEditor({ initial = '', mayGoBack }: TextQuestion, end: (ended: Ended<string>) => void): LineEditor {
    const editor: LineEditor = new LineEditor({
      out: this.out,
      history: shortHistory(),
      ring: this.#ring,
      changed: this.#redraw,
      submit: value => end({ kind: 'given', value }),
      interrupt: hadText => {
        if (!hadText) end({ kind: 'interrupt' })
        return 'drop'
      },
      ...(mayGoBack ? { back: () => end({ kind: 'back' }) } : {}),
      chords: this.#chords(() => editor),
    })
    editor.reset(initial)
    return editor
  }

  #chords(editor: () => LineEditor): Record<string, () => void> {
    const outside = (): void => void this.#editOutside(editor())
    return {
      'ctrl-l': () => this.#screen.clear(),
      'ctrl-z': () => this.#suspend(),
      'ctrl-x ctrl-e': outside,
      'ctrl-x e': outside,
    }
  }

  #press(key: Key): void {
    this.#lastKey = performance.now()
    ;(this.#pane ?? this.#editor).press(key)
    this.#screen.refresh()
  }

  #submit(text: string): void {
    if (text.trim() === '') return
    this.#editor.reset()
    this.#history.add(text)
    this.#editor.reset()
    if (this.#reading) {
      this.#echo(this.#reading.prompt, text)
      this.#settle({ kind: 'line', text })
    } else {
      this.#queue.push(text)
      this.#lookBusy()
    }
  }

  /** Stops the turn, and what waited comes back into the line, where nothing is sent without another Enter. */
  #interrupt(hadText: boolean): 'drop' | 'keep' {
    if (this.#reading) {
      this.#settle({ kind: 'interrupt', hadText, leaves: false })
      return 'drop'
    }
    if (!this.#turn) {
      this.#early = true
      return 'drop'
    }
    this.#turn.interrupts++
    this.#turn.stop()
    if (this.#queue.length > 0) this.prefill(this.#queue.splice(0).join('\n'))
    this.#lookBusy()
    return 'keep'
  }

  #endOfLine(): void {
    if (this.#reading) this.#settle({ kind: 'end' })
  }

  /** The terminal is gone. */
  #end(): void {
    this.#ended = true
    this.#turn?.stop()
    if (this.#reading) this.#settle({ kind: 'end' })
  }

  #settle(read: ReadLine): void {
    const reading = this.#reading
    this.#reading = undefined
    this.#lookBusy()
    reading?.settle(read)
  }

  /** While a turn runs: what waits stands above the line, and the line says what one may do. */
  #lookBusy(): void {
    this.#editor.look = {
      prompt: '» ',
      colour: 'gray',
      above: this.#queue.map(text => `  queued: ${text}`),
      placeholder: this.#turn ? 'Enter queues a message · Ctrl-C stops' : '',
    }
    this.#screen.refresh()
  }

  #unqueue(): string | undefined {
    const text = this.#queue.pop()
    if (text !== undefined) this.#lookBusy()
    return text
  }

  #echo(prompt: string, text: string): void {
    this.#screen.write(echoText(prompt, text, this.out))
  }

  #open<T>(make: (end: (ended: Ended<T>) => void) => Pane, signal?: AbortSignal): Promise<Ended<T>> {
    return new Promise(settle => {
      const end = (ended: Ended<T>): void => {
        signal?.removeEventListener('abort', abort)
        this.#pane = undefined
        this.#screen.refresh()
        settle(ended)
      }
      const abort = (): void => end({ kind: 'interrupt' })
      if (signal?.aborted) return settle({ kind: 'interrupt' })
      signal?.addEventListener('abort', abort, { once: true })
      this.#pane = make(end)
      this.#screen.show(size => (this.#pane ?? this.#editor).frame(size))
    })
  }

  async #editOutside(editor: LineEditor): Promise<void> {
    const program = chosenEditor()
    if (!program) return this.interject(styled('yellow', 'Set EDITOR or VISUAL to write in your own editor.', this.out))
    this.#keys.stop()
    this.#screen.pause()
    const text = await editOutside(editor.text, program)
    this.#keys.start()
    if (text !== undefined) editor.setText(text)
    this.#screen.resume()
  }

  #suspend(): void {
    this.#screen.pause()
    this.#keys.stop()
    stopProcess(() => {
      this.#keys.start()
      this.#screen.resume()
    })
  }

  readonly #redraw = (): void => this.#screen.refresh()
}
