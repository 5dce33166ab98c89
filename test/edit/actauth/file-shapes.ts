import fc from 'fast-check'

interface Item {
  kind: 'block' | 'flow' | 'tagged'
  name: string
  note: string
  above: string
  extra: string
}

const item: fc.Arbitrary<Item> = fc.record({
  kind: fc.constantFrom<Item['kind']>('block', 'block', 'flow', 'tagged'),
  name: fc.constantFrom('lookup-always', '007', '"quoted name"', "'it''s'", 'ünï', 'refund prod'),
  note: fc.constantFrom('', ' # why', '   ', ' # [x], { y }'),
  above: fc.constantFrom('', '# money\n', '\n', '\n# money\n#   - see the runbook\n'),
  extra: fc.constantFrom(
    '',
    'reason: |\n  keep\n\n',
    'reason: >-\n  folded\n  text\n',
    'when: { field: amount, op: gt, value: 50 }\n',
    'when:\n  - field: a.b\n    op: in\n    value: [USD, "E:R"]\n',
    'note:\n',
    'limit: 1_000\nuntil: 2026-12-31T23:59:59Z # utc\n',
    'text: plain\n  going on\n',
    'note: x\n# deeper\n',
  ),
})

interface Style {
  indent: string
  gap: string
  quote: string
  lineBreak: string
  mark: string
  finalBreak: boolean
  head: string
  tail: string
  keyFirst: boolean
}

const style: fc.Arbitrary<Style> = fc.record({
  indent: fc.constantFrom('', '  ', '    '),
  gap: fc.constantFrom(' ', '   '),
  quote: fc.constantFrom('"', "'"),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
  finalBreak: fc.boolean(),
  head: fc.constantFrom('', '# Permissions\n', '---\n', '%YAML 1.2\n---\n', '\n\n'),
  tail: fc.constantFrom('', '\n# end of file\n', 'audit:\n  keep_days: 030\n', '\n\n', '# end\n'),
  keyFirst: fc.boolean(),
})

function itemText({ kind, name, note, extra }: Item, { indent, gap, quote }: Style): string {
  const scope = `${quote}*/*${quote}`
  if (kind === 'flow') return `${indent}- { name: ${name}, scope: ${scope},  tool: x, decision: ask }${note}\n`
  const below = kind === 'tagged' ? `${indent}  ` : `${indent} ${gap}`
  const lead = kind === 'tagged' ? `- !rule\n${below}` : `-${gap}`
  const extraLines = extra.replace(/^(?=[^\n])/gm, below)
  return `${indent}${lead}name: ${name}\n${below}scope: ${scope}\n${below}tool: x\n${below}decision: ask${note}\n${extraLines}`
}

function write({ own, items }: { own: Style; items: Item[] }): string {
  const list = items
    .map((entry, index) => (index > 0 ? entry.above.replace(/^(?=#)/gm, own.indent) : '') + itemText(entry, own))
    .join('')
  const rules = items.length === 0 ? 'rules: [] # none yet\n' : `rules: # by scope\n${list}`
  const first = 'default_decision: deny # never allow\n'
  const text = `${own.head}${own.keyFirst ? first + rules : rules + first}${own.tail}`
  const ended = own.finalBreak ? text : text.replace(/\n$/, '')
  return own.mark + ended.replaceAll('\n', own.lineBreak)
}

/** Whole `actauth.yml` files in very different hands. */
export const actauthFile: fc.Arbitrary<string> = fc
  .record({ own: style, items: fc.array(item, { maxLength: 4 }) })
  .map(write)
