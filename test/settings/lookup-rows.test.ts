import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../../src/core/diagnostic.ts'
import { parseCsv } from '../../src/settings/parse-csv.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { project } from '../helpers/project.ts'

async function table(file: string, text: string, key = 'code') {
  const files = {
    'loopengine.config.yml': `lookups: { t: { file: data/${file}, key: ${key} } }\n`,
    [`data/${file}`]: text,
  }
  const { tables, diagnostics } = await readSettings(project(files).root)
  return { rows: tables.t, problems: diagnostics.map(formatDiagnostic) }
}

describe('lookup tables', () => {
  const same = { code: 'DE', name: 'Germany' }
  for (const [file, text] of [
    ['t.json', '[{"code":"DE","name":"Germany"}]'],
    ['t.yml', '- code: DE\n  name: Germany\n'],
    ['t.yaml', '- { code: DE, name: Germany }\n'],
    ['t.csv', 'code,name\r\nDE,Germany\r\n'],
  ] as const) {
    it(`are read from ${file}`, async () => {
      const { rows, problems } = await table(file, text)
      expect(problems).toEqual([])
      expect(rows?.find('DE')).toEqual(same)
      expect(rows?.find('FR')).toBeUndefined()
      expect(rows?.columns).toEqual(['code', 'name'])
    })
  }

  it('find a number by its text and a text by its number', async () => {
    expect((await table('t.csv', 'code,n\n5,five\n')).rows?.find(5)).toEqual({ code: '5', n: 'five' })
    expect((await table('t.json', '[{"code":5}]')).rows?.find('5')).toEqual({ code: 5 })
  })

  it('are not reached through names of the language', async () => {
    const { rows } = await table('t.json', '[{"code":"DE"}]')
    expect(rows?.find('constructor')).toBeUndefined()
    expect(rows?.find({ code: 'DE' })).toBeUndefined()
  })

  for (const [what, file, text, said] of [
    [
      'a row without the key',
      't.yml',
      '- code: DE\n- { cod: FR }\n',
      'data/t.yml:2:3 SETTINGS_LOOKUP error The row has no value in the key column `code`.',
    ],
    [
      'a key column that is not there',
      't.csv',
      'cod,name\nDE,x\n',
      'data/t.csv:2:1 SETTINGS_LOOKUP error The row has no value in the key column `code`. (Did you mean `cod`?',
    ],
    ['a key twice', 't.csv', 'code\nDE\nDE\n', 'data/t.csv:3:1 SETTINGS_LOOKUP error The key `DE` stands twice.'],
    ['a row of another length', 't.csv', 'code,name\nDE\n', 'data/t.csv:2:1 SETTINGS_LOOKUP error The row has 1 cells'],
    ['a quote without partner', 't.csv', 'code\n"DE\n', 'data/t.csv:2:1 SETTINGS_LOOKUP error A quote'],
    ['a map instead of rows', 't.json', '{"DE":1}', 'data/t.json:1:1 SETTINGS_LOOKUP error A table is a list of rows'],
    ['a row that is no map', 't.json', '[1]', 'data/t.json:1:2 SETTINGS_LOOKUP error Row 1 is no map'],
    ['broken JSON', 't.json', '[{]', 'data/t.json:1:3 SETTINGS_LOOKUP'],
  ] as const) {
    it(`${what} is told at its line`, async () => {
      expect((await table(file, text)).problems[0]).toContain(said)
    })
  }

  it('a missing file is told at the settings', async () => {
    const { root } = project({ 'loopengine.config.yml': 'lookups: { t: { key: a, file: no.csv } }\n' })
    const { diagnostics } = await readSettings(root)
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      'loopengine.config.yml:1:31 SETTINGS_LOOKUP error There is no file `no.csv`. (Paths start at the project root.)',
    ])
  })

  it('names the files that they are made of', async () => {
    const made = project({ 'loopengine.config.yml': 'lookups: { t: { key: a, file: t.csv } }\n', 't.csv': 'a\n1\n' })
    expect((await readSettings(made.root)).files).toEqual([made.path('loopengine.config.yml'), made.path('t.csv')])
  })
})

describe('parseCsv', () => {
  it('reads back what was written, whatever is in the cells', () => {
    const cell = fc.string().map(text => text.replaceAll('\r', ''))
    const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), rows => {
        const text = rows.map(row => row.map(quote).join(',')).join('\r\n')
        expect(parseCsv(text).records.map(({ cells }) => cells)).toEqual(rows)
      }),
    )
  })

  it('never throws, and always ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ' ') }), text => void parseCsv(text)),
    )
  })

  it('counts lines through quotes', () => {
    expect(parseCsv('a\n"x\ny"\nz').records).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['x\ny'] },
      { line: 4, cells: ['z'] },
    ])
  })

  it('keeps an empty last cell', () => {
    expect(parseCsv('a,').records).toEqual([{ line: 1, cells: ['a', ''] }])
  })
})
