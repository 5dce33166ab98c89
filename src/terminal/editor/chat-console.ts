import type { MenuOptions } from './menu.ts'
import type { Ended } from './pane.ts'

export type ReadLine =
  | { kind: 'line'; text: string }
  /** `leaves`: pressed again while a turn was being stopped. */
  | { kind: 'interrupt'; hadText: boolean; leaves: boolean }
  | { kind: 'end' }

export interface TextQuestion {
  message: string
  /** What the answer begins as. */
  initial?: string
  /** Escape goes back without an answer. */
  mayGoBack?: boolean
  /** It comes while the person may be typing something else. */
  unasked?: boolean
}

/**
 * The person's side of a chat. There are two: one draws at the bottom of the screen, the other one only ever prints
 * lines (`--plain`).
 */
export interface ChatConsole {
  /** Where everything of a chat is printed. */
  readonly out: NodeJS.WriteStream
  /** Its keys, and what each does. */
  readonly keys: readonly (readonly [keys: string, does: string])[]
  /** The next message: one that waits in the queue, else what the person sends now. */
  read(prompt: string): Promise<ReadLine>
  /** What the next line begins as: a message that could not be sent. */
  prefill(text: string): void
  /** A turn runs until the function that comes back is called: what is sent waits, and Ctrl-C calls `stop`. */
  startTurn(stop: () => void): () => void
  /** One of several; only what is pressed after it was shown counts. Ends with `interrupt` when the signal aborts. */
  choose(menu: MenuOptions, signal?: AbortSignal): Promise<Ended<number>>
  /** A text. */
  ask(question: TextQuestion, signal?: AbortSignal): Promise<Ended<string>>
  /** Says something that nobody asked for: above the line that is being written, or after the turn. */
  interject(text: string): void
  /** An empty screen, as far as there is one. */
  clear(): void
  /** Gives the terminal back. */
  close(): Promise<void>
}
