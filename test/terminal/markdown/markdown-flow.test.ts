import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarkdownFlow } from '../../../src/terminal/markdown/markdown-flow.ts'
import { displayWidth } from '../../../src/terminal/text-width.ts'
import '../../helpers/property-runs.ts'
import { recordingStream } from '../stream.ts'

function shown(deltas: string[], columns = 40): string {
  const stream = recordingStream(columns)
  const flow = new MarkdownFlow(stream)
  for (const delta of deltas) flow.write(delta)
  flow.end()
  return stream.text()
}

const PIECE = fc.constantFrom(
  ...['# ', '- ', '1. ', '  ', ' ', '\n', '\r\n', '**', '*', '_', '`', '```ts\n', '```\n', '> ', '| a | b |\n'],
  ...[
    '|---|--:|\n',
    '[x](http://e.test)',
    '[ ] ',
    '---\n',
    'word',
    '注文',
    '👩‍💻',
    'e\u0301',
    '\u001b[2J',
    '~~',
    '"s" // c',
  ],
)
const MARKDOWN = fc.array(PIECE, { maxLength: 25 }).map(pieces => pieces.join(''))

describe('Markdown that streams', () => {
  it('shows the same however the text was cut', () => {
    fc.assert(
      fc.property(MARKDOWN, fc.array(fc.nat(100)), fc.integer({ min: 20, max: 200 }), (text, cuts, columns) => {
        const at = [0, ...cuts.map(cut => cut % (text.length + 1)).sort((one, other) => one - other), text.length]
        const deltas = at.slice(1).map((end, index) => text.slice(at[index], end))
        expect(shown(deltas, columns)).toBe(shown([text], columns))
      }),
    )
  })

  it('keeps every line within the terminal', () => {
    fc.assert(
      fc.property(MARKDOWN, fc.integer({ min: 20, max: 200 }), (text, columns) => {
        for (const line of shown([text], columns).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
      }),
    )
  })

  it('never moves the cursor for the model', () => {
    expect(shown(['a \u001b[2Jb\n```\n\u001b[H\n```\n'])).toBe('a \\u001b[2Jb\n  \\u001b[H\n')
  })

  it('shows words of an open line as soon as nothing can change them', () => {
    const stream = recordingStream(40)
    const flow = new MarkdownFlow(stream)
    flow.write('Your order **is shipped')
    expect(stream.text()).toBe('Your order'.trimEnd())
    flow.write('** today')
    expect(stream.text()).toBe('Your order **is shipped**')
  })

  it('draws items, tasks and quotes, and goes on right of their mark', () => {
    expect(shown(['- one two three four\n  - [x] done\n1. first\n> said\n'], 20)).toBe(
      '• one two three four\n  ☑ done\n1. first\n│ said\n',
    )
    expect(shown(['- one two three four five\n'], 20)).toBe('• one two three four\n  five\n')
  })

  it('aligns a table', () => {
    expect(shown(['| Order | Sum |\n|---|--:|\n| A-1 | 5 |\n| 注文 | 120 |\n'])).toBe(
      'Order  Sum\n─────  ───\nA-1      5\n注文   120\n',
    )
  })

  it('cuts the widest column of a table that the terminal does not hold', () => {
    expect(shown(['| a | b |\n|---|---|\n| x | 12345678901234567890123456789 |\n'], 20)).toBe(
      'a  b\n─  ─────────────────\nx  1234567890123456…\n',
    )
  })

  it('shows a link as its text and its address', () => {
    expect(shown(['see [the order](http://shop.test/1)'])).toBe('see the order (http://shop.test/1)\n')
  })

  it('leaves signs that are no emphasis', () => {
    expect(shown(['2 * 3 = 6, snake_case_name, **open'])).toBe('2 * 3 = 6, snake_case_name, **open\n')
  })

  it('colours emphasis and code where colours are wanted, and drops the signs', () => {
    const stream = Object.assign(recordingStream(40), { getColorDepth: () => 8 })
    const before = process.env.NO_COLOR
    delete process.env.NO_COLOR
    process.env.FORCE_COLOR = '1'
    try {
      const flow = new MarkdownFlow(stream)
      flow.write('**b** `c`\n```diff\n+ new\n```\n')
      flow.end()
    } finally {
      delete process.env.FORCE_COLOR
      if (before !== undefined) process.env.NO_COLOR = before
    }
    expect(stream.text()).toContain('\u001b[1mb\u001b[22m \u001b[36mc\u001b[39m')
    expect(stream.text()).toContain('\u001b[32mnew')
  })
})
