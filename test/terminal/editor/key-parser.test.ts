import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Key } from '../../../src/terminal/editor/key.ts'
import { KeyParser } from '../../../src/terminal/editor/key-parser.ts'

/** The keys of a text that comes in these pieces, in short: chords by name, pastes in brackets. */
function keys(...pieces: string[]): string {
  const parser = new KeyParser()
  return [...pieces.flatMap(piece => parser.feed(piece)), ...parser.flush()].map(short).join(' ')
}

function short(key: Key): string {
  if (key.kind === 'chord') return key.name
  return key.kind === 'paste' ? `[${key.text}]` : JSON.stringify(key.text)
}

describe('keys', () => {
  it.each([
    ['letters', 'abc', '"abc"'],
    ['wide letters and emoji', '注👩‍💻', '"注👩‍💻"'],
    ['Enter', 'a\r', '"a" enter'],
    [
      'Ctrl-C, Ctrl-D, Ctrl-R, Ctrl-J, Tab, Ctrl-_',
      '\u0003\u0004\u0012\n\t\u001f',
      'ctrl-c ctrl-d ctrl-r ctrl-j tab ctrl-_',
    ],
    ['Backspace in both ways', '\u007f\b', 'backspace ctrl-h'],
    ['arrows, Home and End', '\u001b[A\u001b[B\u001b[C\u001b[D\u001b[H\u001b[F', 'up down right left home end'],
    ['the same in application mode', '\u001bOA\u001bOD\u001bOH', 'up left home'],
    ['arrows with modifiers', '\u001b[1;5C\u001b[1;3D\u001b[1;2A', 'ctrl-right alt-left shift-up'],
    ['Delete, Page keys', '\u001b[3~\u001b[5~\u001b[3;5~', 'delete pageup ctrl-delete'],
    ['Shift-Tab', '\u001b[Z', 'shift-tab'],
    ['Alt with a letter', '\u001bb\u001bF', 'alt-b alt-f'],
    ['Alt-Enter and Alt-Backspace', '\u001b\r\u001b\u007f', 'alt-enter alt-backspace'],
    ['Shift-Enter of both kinds', '\u001b[13;2u\u001b[27;2;13~', 'shift-enter shift-enter'],
    ['named by their codes', '\u001b[99;5u\u001b[27u\u001b[127;3u', 'ctrl-c escape alt-backspace'],
    ['Escape alone', '\u001b', 'escape'],
    ['sequences that no key sends: nothing', '\u001b[?1;2c\u001b[I\u001b[200X', ''],
    [
      'a paste: one key, whatever is in it',
      '\u001b[200~a\r/quit\r\u0003\u001b[A\u001b[201~b',
      '[a\n/quit\n\u0003\u001b[A] "b"',
    ],
    ['a line end in the middle of a piece: text', 'one\rtwo\r', '"one" "\n" "two" enter'.replace('\n', '\\n')],
    ['two Enters', '\r\r', 'enter enter'],
  ])('reads %s', (_what, text, expected) => {
    expect(keys(text)).toBe(expected)
  })

  it('are the same however a sequence or a paste is cut', () => {
    const part = fc.constantFrom(
      'a',
      '注',
      '\u001b[A',
      '\u001b[1;5C',
      '\u001b[13;2u',
      '\t',
      '\u001b[200~x\ry\u001b[201~',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.nat(200), { maxLength: 6 }), (parts, cuts) => {
        const text = parts.join('')
        const places = [0, ...cuts.map(cut => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
        const plain = (said: string): string => said.replaceAll('" "', '')
        expect(plain(keys(...pieces))).toBe(plain(keys(text)))
      }),
    )
  })

  it('survive any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), pieces => {
        keys(...pieces)
      }),
    )
  })
})
