import type { Inventory } from '../abilities/inventory.ts'
import { ruleText } from '../abilities/inventory.ts'
import type { AbilityRow } from '../abilities/list-abilities.ts'
import { styled } from './style.ts'
import { displayWidth, wrapped } from './text-width.ts'
import { visible } from './visible.ts'

/** What an ability brings, for a person to read before saying yes. No line is wider than `width`. */
export function inventoryText(inventory: Inventory, width: number, stream: NodeJS.WriteStream): string {
  const { name, version, description, origin, tools, skills, rules, env, dependencies, callouts } = inventory
  const title = styled('bold', visible(`${name} ${version}`), stream)
  const proof = origin.commit ?? origin.integrity
  const source = wrapped(`from ${origin.spec} (${origin.source}${proof ? `, ${proof.slice(0, 20)}…` : ''})`, width)
  const sections = [
    section(
      'Tools',
      tools.map(tool => [`${tool.name ?? tool.file}  ${safetyText(tool)}`, tool.description] as const),
      width,
      stream,
    ),
    section(
      'Skills',
      skills.map(skill => [skill.id, skill.description] as const),
      width,
      stream,
    ),
    section(
      'Rules',
      rules.map(rule => [ruleText(rule), ''] as const),
      width,
      stream,
    ),
    section(
      'Environment variables',
      env.map(need => [`${need.name}${need.secret ? '  secret' : ''}`, need.description] as const),
      width,
      stream,
    ),
    section(
      'Packages',
      Object.entries(dependencies).map(([key, range]) => [`${key} ${range}`, ''] as const),
      width,
      stream,
    ),
    calloutText(callouts, width, stream),
  ]
  const head = [title, ...(description === '' ? [] : wrapped(description, width)), ...source].join('\n')
  return [head, ...sections.filter(Boolean)].join('\n\n')
}

function safetyText({ safe, readable }: Inventory['tools'][number]): string {
  if (!readable) return 'not readable, treated as not safe'
  return safe ? 'safe: only reads' : 'not safe: changes something'
}

function section(
  title: string,
  entries: readonly (readonly [string, string])[],
  width: number,
  stream: NodeJS.WriteStream,
): string {
  if (entries.length === 0) return ''
  const lines = entries.flatMap(([head, text]) => [
    ...indented(head, 2, width),
    ...(text === '' ? [] : indented(text, 4, width)),
  ])
  return [styled('bold', title, stream), ...lines].join('\n')
}

function calloutText(callouts: readonly string[], width: number, stream: NodeJS.WriteStream): string {
  if (callouts.length === 0) return ''
  const lines = callouts.flatMap(callout =>
    indented(callout, 2, width).map((line, index) => (index === 0 ? line.replace(/^ /, '!') : line)),
  )
  return [styled('yellow', 'Look at', stream), ...lines.map(line => styled('yellow', line, stream))].join('\n')
}

function indented(text: string, by: number, width: number): string[] {
  return wrapped(text.trim(), width - by).map(line => ' '.repeat(by) + line)
}

/** The installed abilities, one a line, with what was changed below each. */
export function abilityTable(rows: readonly AbilityRow[], stream: NodeJS.WriteStream): string {
  const cells = rows.map(({ agent, name, version, spec }) => [agent, name, version, spec].map(visible))
  const widths = [0, 1, 2].map(column => Math.max(...cells.map(cell => displayWidth(cell[column] ?? ''))))
  return rows
    .map(({ modified, pending }, index) => {
      const [agent = '', name = '', version = '', spec = ''] = cells[index] ?? []
      const padded = [agent, name, version].map(
        (cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)),
      )
      const notes = [
        ...modified.map(file => `changed: ${file}`),
        ...(pending ? [`upgrade to ${pending} with conflicts to resolve`] : []),
      ]
      return [
        `${padded.join('  ')}  ${spec}`,
        ...notes.map(note => styled('yellow', `  ${visible(note)}`, stream)),
      ].join('\n')
    })
    .join('\n')
}
