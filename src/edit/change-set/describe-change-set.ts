import { styleText } from 'node:util'
import type { Condition } from '../../core/rule.ts'
import type { ChangeSet, FileChange, NewlyAllowed } from './change-set.ts'
import { unifiedDiff } from './unified-diff.ts'

type Format = Parameters<typeof styleText>[0]

/** A change for a person: the files, every difference, what becomes allowed, the notes. Plain text, or coloured. */
export function describeChangeSet(
  changeSet: ChangeSet,
  { colour, diffs = true }: { colour: boolean; diffs?: boolean },
): string {
  const paint = (format: Format, text: string): string =>
    colour ? styleText(format, text, { validateStream: false }) : text
  const { changes, newlyAllowed, notes } = changeSet
  const files = changes.map(
    change => `  ${paint(KIND_COLOUR[change.kind], change.kind.padEnd(6))}  ${printable(change.path)}`,
  )
  const allowed = newlyAllowed.map(permission => `  ${paint('yellow', permissionText(permission))}`)
  const differences = diffs ? changes.map(change => colouredDiff(change, paint)) : []
  return [
    files.join('\n'),
    differences.join('\n'),
    allowed.length > 0 ? `${paint('bold', 'Newly allowed')}\n${allowed.join('\n')}` : '',
    notes.map(printable).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const KIND_COLOUR = { create: 'green', update: 'cyan', delete: 'red' } as const satisfies Record<
  FileChange['kind'],
  Format
>

function permissionText({ agent, tool, scope, decision, when }: NewlyAllowed): string {
  const condition = when && when.length > 0 ? ` when ${when.map(conditionText).join(' and ')}` : ''
  return printable(`${agent}: ${decision} ${tool} in ${scope}${condition}`)
}

function conditionText({ field, op, value }: Condition): string {
  return value === undefined ? `${field} ${op}` : `${field} ${op} ${JSON.stringify(value)}`
}

function colouredDiff(change: FileChange, paint: (format: Format, text: string) => string): string {
  const lines = printable(unifiedDiff(change)).trimEnd().split('\n')
  return lines.map(line => paintLine(line, paint)).join('\n')
}

function paintLine(line: string, paint: (format: Format, text: string) => string): string {
  if (/^(---|\+\+\+) /.test(line)) return paint('bold', line)
  if (line.startsWith('@@')) return paint('cyan', line)
  if (line.startsWith('+')) return paint('green', line)
  return line.startsWith('-') ? paint('red', line) : line
}

/** Control, bidirectional and invisible characters written out: a file's text must not move the cursor or hide a line. */
function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, character => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}
