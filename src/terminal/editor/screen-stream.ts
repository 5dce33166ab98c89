import { Writable } from 'node:stream'
import type { Screen } from './screen.ts'

/** The output of a screen, for everything that prints to a terminal's stream. */
export function screenStream(screen: Screen, terminal: NodeJS.WriteStream): NodeJS.WriteStream {
  return asTerminal(text => screen.write(text), terminal, { isTTY: true })
}

/** The same terminal for text alone: who looks takes it for a log, so nothing moves and nothing is coloured. */
export function plainStream(terminal: NodeJS.WriteStream): NodeJS.WriteStream {
  return asTerminal(text => terminal.write(text), terminal, { isTTY: false })
}

function asTerminal(
  write: (text: string) => void,
  terminal: NodeJS.WriteStream,
  { isTTY }: { isTTY: boolean },
): NodeJS.WriteStream {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      write(String(chunk))
      done()
    },
  })
  Object.defineProperty(stream, 'columns', { get: () => terminal.columns })
  Object.defineProperty(stream, 'rows', { get: () => terminal.rows })
  const colours = { isTTY, getColorDepth: () => (isTTY ? terminal.getColorDepth() : 1), hasColors: () => isTTY }
  return Object.assign(stream, colours) as unknown as NodeJS.WriteStream
}
