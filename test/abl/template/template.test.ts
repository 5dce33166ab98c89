import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileTemplate, fillTemplate, type Place, type Scope } from '../../../src/abl/index.ts'
import { PROPERTY_RUNS } from '../../helpers/property-runs.ts'

const scope: Scope = {
  parameters: {
    name: 'Ann & Bo',
    count: 2,
    items: [
      { id: 1, tag: 'a' },
      { id: 2, tag: 'b' },
    ],
    none: null,
    list: [],
    quote: 'say "hi"\n',
  },
  session: { user: { id: 'u1' } },
  config: variable => ({ KEY: 'k-1' })[variable],
  result: { total: 3 },
}

async function fill(source: string, place: Place = 'text', inside: Scope = scope): Promise<string> {
  const filled = await fillTemplate(source, inside, place)
  return filled.ok ? filled.text : `${filled.error.code}: ${filled.error.message}`
}

describe('templates', () => {
  it.each([
    ['plain { } text', 'plain { } text'],
    ['{{name}}', 'Ann & Bo'],
    ['{{ input.name }}/{{session.user.id}}/{{config.KEY}}/{{result.total}}', 'Ann & Bo/u1/k-1/3'],
    ['{{UPPER(name)}} {{count * 2}}', 'ANN & BO 4'],
    ['{{none}}{{nobody.there}}', ''],
    ['{{items[0]}}', '{"id":1,"tag":"a"}'],
    ['{{#if count > 1}}many{{else if count == 1}}one{{else}}none{{/if}}', 'many'],
    ['{{#if list}}a{{else if none}}b{{else}}c{{/if}}', 'c'],
    ['{{#unless list}}empty{{/unless}}', 'empty'],
    ['{{#each items}}{{id}}{{this.tag}}{{@index}}{{#if NOT @last}},{{/if}}{{/each}}', '1a0,2b1'],
    ['{{#each list}}x{{else}}nothing{{/each}}', 'nothing'],
    ['{{#each input.items}}{{#each [1, 2]}}{{this}}{{/each}}{{name}};{{/each}}', '12Ann & Bo;12Ann & Bo;'],
    ['{{ "}}" }}', '}}'],
    ['{"a": {"b": {{count}}}}', '{"a": {"b": 2}}'],
  ])('%s gives %s', async (source, text) => {
    expect(await fill(source)).toBe(text)
  })

  it('is filled once: what is filled in is never scanned again', async () => {
    const inside = { parameters: { a: '{{b}}', b: '{{config.KEY}}' }, config: () => 'secret' }
    expect(await fill('{{a}} {{b}}', 'text', inside)).toBe('{{b}} {{config.KEY}}')
  })

  it('tells which names had no value', async () => {
    expect(await fillTemplate('{{session.gone}}{{nobody}}{{none}}', scope, 'text')).toEqual({
      ok: true,
      text: '',
      missing: ['session.gone', 'nobody'],
    })
  })

  it('fails before anything is sent when a variable is missing', async () => {
    expect(await fill('x{{config.GONE}}')).toBe('config_missing: The variable `config.GONE` has no value.')
  })

  it('lists the names that it reads', async () => {
    const compiled = await compileTemplate('{{#each input.items}}{{this.id}}{{/each}} {{session.user.id}}')
    expect(compiled.ok && compiled.value.names.map(({ root, path }) => [root, ...path].join('.'))).toEqual([
      'input.items',
      'this.id',
      'session.user.id',
    ])
  })

  it.each([
    ['a {{b', 'The braces `{{` are never closed.', 2],
    ['a {{b {{c}}', 'The braces `{{` are never closed.', 2],
    ['{{}}', 'The expression ends too early.', 2],
    ['{{a b}}', '`b` is not expected here.', 4],
    ['{{#if a}}x', '`{{#if}}` is never closed.', 0],
    ['{{#each a}}x{{/if}}', '`{{/if}}` does not fit `{{#each}}`.', 12],
    ['{{#if a}}x{{/each}}', '`{{/each}}` does not fit `{{#if}}`.', 10],
    ['{{#if a}}x{{else}}y{{else}}z{{/if}}', '`{{else}}` does not fit `{{#if}}`.', 19],
    ['{{#if a}}x{{else maybe}}y{{/if}}', '`{{else maybe}}` is not understood.', 10],
    ['x{{/if}}', '`{{/if}}` closes or divides nothing.', 1],
    ['{{#with a}}x{{/with}}', 'There is no block `{{#with}}`.', 0],
    ['{{#if a}}'.repeat(20), 'Blocks are nested at most 16 deep.', 144],
  ])('%s: %s', async (source, message, start) => {
    const compiled = await compileTemplate(source)
    expect(!compiled.ok && compiled.problems.at(-1)).toMatchObject({ message, start })
    expect(await fill(source)).toMatch(/^evaluation_error/)
  })

  it('has an end', async () => {
    const inside = { parameters: { list: Array.from({ length: 2_000 }, () => 'x'.repeat(1_000)) } }
    expect(await fill('{{#each list}}{{this}}{{/each}}', 'text', inside)).toMatch(
      /at most 1000000 characters|took too long/,
    )
    const nested = '{{#each list}}{{#each list}}{{#each list}}{{/each}}{{/each}}{{/each}}'
    expect(await fill(nested, 'text', inside)).toBe('time_limit: The evaluation took too long.')
  })
})

describe('escaping by place', () => {
  it.each<[Place, string, string]>([
    ['text', '{{quote}}', 'say "hi"\n'],
    ['path', '/a/{{name}}', '/a/Ann%20%26%20Bo'],
    ['query', '?q={{name}}', '?q=Ann%20%26%20Bo'],
    ['form', 'q={{name}}', 'q=Ann+%26+Bo'],
    ['xml', '<a>{{name}}</a>', '<a>Ann &amp; Bo</a>'],
    ['xml', '<a b="{{quote}}"/>', '<a b="say &quot;hi&quot;\n"/>'],
    ['header', 'x {{name}}', 'x Ann & Bo'],
    ['json', '{"a": "{{quote}}"}', '{"a": "say \\"hi\\"\\n"}'],
    [
      'json',
      '{"a": {{quote}}, "b": {{items}}, "c": {{none}}, "d": {{nobody}}}',
      '{"a": "say \\"hi\\"\\n", "b": [{"id":1,"tag":"a"},{"id":2,"tag":"b"}], "c": null, "d": null}',
    ],
    ['json', '{"a \\" {{quote}}": {{count}}}', '{"a \\" say \\"hi\\"\\n": 2}'],
  ])('%s: %s', async (place, source, text) => {
    expect(await fill(source, place)).toBe(text)
  })

  it('refuses a line break in a header', async () => {
    expect(await fill('{{quote}}', 'header')).toBe('validation_error: The value of a header cannot hold a line break.')
    expect(await fill('{{a}}', 'header', { parameters: { a: 'x\r\nSet-Cookie: y' } })).toMatch(/^validation_error/)
  })

  const anyText = fc.string({ unit: 'binary', maxLength: 40 })

  it('any text in a JSON body comes back as the same text', async () => {
    const template = await compiledFor('{"whole": {{a}}, "part": "<{{a}}>", "{{a}}": 1}')
    fc.assert(
      fc.property(anyText, a => {
        const filled = template.fill({ parameters: { a } }, 'json')
        if (!filled.ok) throw new Error(filled.error.message)
        const parsed = JSON.parse(filled.text)
        expect([parsed.whole, parsed.part, Object.keys(parsed).includes(a)]).toEqual([a, `<${a}>`, true])
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('any text in a form or query comes back as the same text', async () => {
    const template = await compiledFor('x=1&a={{a}}&y=2')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom<Place>('form', 'query'), (a, place) => {
        const filled = template.fill({ parameters: { a } }, place)
        expect(filled.ok && [...new URLSearchParams(filled.text)]).toEqual([
          ['x', '1'],
          ['a', a],
          ['y', '2'],
        ])
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('any text in XML stays text', async () => {
    const template = await compiledFor('<a b="{{a}}">{{a}}</a>')
    fc.assert(
      fc.property(anyText, a => {
        const filled = template.fill({ parameters: { a } }, 'xml')
        expect(filled.ok && filled.text).toMatch(/^<a b="[^"<>]*">[^<>]*<\/a>$/)
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('any text in a path stays one segment', async () => {
    const template = await compiledFor('{{a}}')
    fc.assert(
      fc.property(anyText, a => {
        const filled = template.fill({ parameters: { a } }, 'path')
        expect(filled.ok && /^[\w.~%-]*$/.test(filled.text)).toBe(true)
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('any text is a template or a problem inside the text', async () => {
    const pieces = fc.constantFrom(
      '{{',
      '}}',
      '#if ',
      '#each ',
      '/if',
      '/each',
      'else',
      'a',
      '"',
      "'",
      ' ',
      '{',
      '}',
      '@index',
      '.',
      '(',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(pieces, anyText), { maxLength: 20 }), async parts => {
        const source = parts.join('')
        const compiled = await compileTemplate(source)
        if (compiled.ok) expect(compiled.value.fill(scope, 'json').ok).toBeTypeOf('boolean')
        else
          expect(
            compiled.problems.every(({ start, end }) => start >= 0 && end >= start && start <= source.length),
          ).toBe(true)
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })
})

async function compiledFor(source: string) {
  const compiled = await compileTemplate(source)
  if (!compiled.ok) throw new Error(compiled.problems[0]?.message)
  return compiled.value
}
