import type { Key } from './key.ts'
import type { Frame, Size } from './screen.ts'

/** What has the keyboard, and shows itself at the bottom of the screen. */
export interface Pane {
  frame(size: Size): Frame
  press(key: Key): void
}

/** How a pane ended: a person gave something, pressed Ctrl-C, or went back with Escape. */
export type Ended<T> = { kind: 'given'; value: T } | { kind: 'interrupt' } | { kind: 'back' }
