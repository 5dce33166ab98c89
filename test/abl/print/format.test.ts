import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAbl, parseAbl, printAbl } from '../../../src/abl/index.ts'
import { hasErrors } from '../../../src/core/diagnostic.ts'
import { dedent, withoutPlaces } from '../../helpers/abl.ts'
import { CORPUS } from '../../helpers/abl-corpus.ts'
import { PROPERTY_RUNS } from '../../helpers/property-runs.ts'

const file = 'agents/desk/agent.abl'

describe('formatting', () => {
  it('puts the white space in order and keeps everything else', () => {
    const source = [
      '',
      '# head',
      'TOOLS:',
      '',
      '# about f',
      '      f(a: string, # one',
      '          b: number = 3',
      '      )',
      '         -> {a: string}  # ret',
      "            description:Charge the customer's card # note",
      '',
      '',
      '            # about the code',
      '            type  :  sandbox',
      '            runtime: python',
      '            code: |',
      '',
      '                # kept',
      '              x = 1',
      '',
      '',
      '              y = 2',
      '            request_variants:',
      '               -   name: eu',
      '                   # inside',
      '                   method:   GET',
      '      # before g',
      '      g()',
      '\t\t\tdescription: "x"',
      '',
      'FLOW:',
      '    x:   y',
      '',
      '',
      '    z',
      '',
    ].join('\r\n')
    expect(formatAbl(source, { file }).text).toBe(
      dedent(`
        # head
        TOOLS:
          # about f
          f(a: string, # one
              b: number = 3
          )
             -> {a: string}  # ret
            description: Charge the customer's card # note

            # about the code
            type: sandbox
            runtime: python
            code: |
                # kept
              x = 1


              y = 2
            request_variants:
              - name: eu
                # inside
                method: GET
          # before g
          g()
            description: "x"

        FLOW:
            x:   y


            z
      `),
    )
  })

  it.each(CORPUS.map((source, index) => [index, source]))('leaves file %i of the corpus as it is', (_, source) => {
    expect(formatAbl(String(source), { file }).text).toBe(source)
  })

  it('returns a file with a broken structure unchanged', () => {
    const source = 'TOOLS:\n    f()\n        description: "x"\n      type: http\n'
    const { text, diagnostics } = formatAbl(source, { file })
    expect(text).toBe(source)
    expect(diagnostics).toMatchObject([{ code: 'ABL1001' }])
  })

  it('makes nothing of nothing', () => {
    expect(formatAbl('\n\n', { file }).text).toBe('')
  })

  it('never changes what a file says, however its lines are indented', () => {
    const shift = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(fc.constantFrom(...CORPUS), shift, fc.boolean(), (source, widths, blanks) => {
        const bent = reindent(source, widths, blanks)
        const { text } = formatAbl(bent, { file })
        expect(formatAbl(text, { file }).text).toBe(text)
        expect(withoutPlaces(without(parseAbl(text, { file })))).toEqual(
          withoutPlaces(without(parseAbl(bent, { file }))),
        )
        expect(commentsOf(text)).toEqual(commentsOf(bent))
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('what is left of a damaged file is printed and read as the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CORPUS), fc.array(fc.nat(80), { maxLength: 4 }), (source, dropped) => {
        const damaged = source
          .split('\n')
          .filter((_, index) => !dropped.includes(index))
          .join('\n')
        const read = parseAbl(damaged, { file })
        const again = parseAbl(printAbl(read), { file })
        expect(hasErrors(again.diagnostics.filter(({ code }) => code !== 'ABL2014'))).toBe(false)
        expect(withoutPlaces(again.tools)).toEqual(withoutPlaces(read.tools))
        const formatted = parseAbl(formatAbl(damaged, { file }).text, { file })
        expect(withoutPlaces(formatted.tools)).toEqual(withoutPlaces(read.tools))
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })
})

function without<T extends { diagnostics: unknown }>(read: T): Omit<T, 'diagnostics'> {
  const { diagnostics: _, ...rest } = read
  return rest
}

/** The same file with another width for each level of its indentation, and perhaps more blank lines. */
function reindent(source: string, widths: readonly number[], blanks: boolean): string {
  const wider = widths.map(width => width + 2)
  const lines = source.split('\n').map(line => {
    const column = /^ */.exec(line)?.[0].length ?? 0
    const levels = Math.floor(column / 2)
    const indent = Array.from({ length: levels }, (_, level) => wider[level] ?? 2).reduce(
      (sum, width) => sum + width,
      column % 2,
    )
    return line.trim() === '' ? (blanks ? '\n' : '') : ' '.repeat(indent) + line.trimStart()
  })
  return lines.join('\n')
}

function commentsOf(text: string): string[] {
  return text.split('\n').flatMap(line => /(?:^|\s)#.*$/.exec(line)?.[0].trim() ?? [])
}
