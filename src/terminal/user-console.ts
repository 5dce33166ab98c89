import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { hideStatusLine } from './status-line.ts'

/**
 * Sends what a user's code prints with `console` to stderr: stdout belongs to the answer, and with `--json` to the
 * document. Our own code never prints that way. A chat gives its own stream, so that its last line stays the last.
 */
export function redirectConsole(to: NodeJS.WriteStream = process.stderr): void {
  const stderr = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      hideStatusLine()
      to.write(chunk, () => done())
    },
  })
  const redirected = new Console({ stdout: stderr, stderr, colorMode: to.hasColors?.() ?? false })
  const { log, info, debug, warn, error, dir, table, trace, group, groupEnd } = redirected
  Object.assign(globalThis.console, { log, info, debug, warn, error, dir, table, trace, group, groupEnd })
}
