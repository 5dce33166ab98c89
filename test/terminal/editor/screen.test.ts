import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Frame, Screen } from '../../../src/terminal/editor/screen.ts'
import { TinyTerminal } from '../../helpers/tiny-terminal.ts'

function screenOf(columns: number): { terminal: TinyTerminal; screen: Screen } {
  const terminal = new TinyTerminal(columns)
  return { terminal, screen: new Screen(terminal as unknown as NodeJS.WriteStream) }
}

const frame = (...rows: string[]): Frame => ({
  rows,
  cursor: { row: rows.length - 1, column: rows.at(-1)?.length ?? 0 },
})

describe('a screen', () => {
  it('draws its rows below the output, and the output goes on where it was', () => {
    const { terminal, screen } = screenOf(20)
    screen.show(() => frame('› typed'))
    screen.write('hello ')
    screen.flush()
    expect(terminal.text()).toBe('hello\n› typed')
    screen.write('world\n')
    screen.flush()
    expect(terminal.text()).toBe('hello world\n› typed')
  })

  it('puts the cursor into the rows', () => {
    const { terminal, screen } = screenOf(20)
    screen.write('out\n')
    screen.show(() => ({ rows: ['› abc', '  def'], cursor: { row: 0, column: 3 } }))
    screen.flush()
    expect(terminal.cursor).toEqual({ row: 1, column: 3 })
  })

  it('goes on behind a row that is filled to its end', () => {
    const { terminal, screen } = screenOf(5)
    screen.show(() => frame('›'))
    screen.write('abcde')
    screen.flush()
    screen.write('fg')
    screen.flush()
    expect(terminal.text()).toBe('abcde\nfg\n›')
    screen.write('hij')
    screen.flush()
    screen.write('\nk')
    screen.flush()
    expect(terminal.text()).toBe('abcde\nfghij\nk\n›')
  })

  it('holds output back while somebody else has the terminal', () => {
    const { terminal, screen } = screenOf(20)
    screen.show(() => frame('› typed'))
    screen.write('a\n')
    screen.flush()
    screen.pause()
    expect(terminal.text()).toBe('a')
    screen.write('b\n')
    screen.flush()
    expect(terminal.text()).toBe('a')
    screen.resume()
    screen.flush()
    expect(terminal.text()).toBe('a\nb\n› typed')
  })

  it('leaves the output as it would be without rows, whatever comes in between', () => {
    const piece = fc.constantFrom('word ', 'a', 'filled', '\n', '\r\u001b[K', '\u001b[31mred\u001b[0m', '\r\n')
    const step = fc.oneof(
      piece.map(text => ({ write: text })),
      fc.array(fc.constantFrom('› x', '  queued', '»'), { maxLength: 3 }).map(rows => ({ rows })),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 10, max: 14 }), (steps, columns) => {
        const bare = new TinyTerminal(columns)
        const { terminal, screen } = screenOf(columns)
        for (const one of steps) {
          if ('write' in one) {
            bare.write(one.write)
            screen.write(one.write)
          } else screen.show(one.rows.length > 0 ? () => frame(...one.rows) : undefined)
          screen.flush()
        }
        screen.show(undefined)
        screen.flush()
        expect(terminal.text()).toBe(bare.text())
      }),
    )
  })
})
