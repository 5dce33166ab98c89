import type { Printed } from '../../codec/codec.ts'
import { list, map } from '../../codec/collection.ts'
import { assigned, expression, template } from '../../codec/expression.ts'
import { indent, printPair } from '../../codec/lines.ts'
import { path } from '../../codec/path.ts'
import type { Action, Branch } from '../../spec.ts'
import { assignments } from './set.ts'

/** A `do:` list as `readActions` reads it back. */
export function printActions(actions: readonly Action[]): Printed {
  if (actions.length === 0) return '[]'
  return { style: 'block', lines: actions.flatMap(action => printEntries(action)) }
}

/** One list entry for an action, one for each branch of a choice. */
function printEntries(action: Action): string[] {
  if (action.do !== 'branch') return dashed(printAction(action))
  return action.branches.flatMap(branch => dashed(printBranch(branch)))
}

function dashed(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? `- ${line}` : line === '' ? '' : `  ${line}`))
}

function printBranch({ when, actions }: Branch): string[] {
  const head = when === undefined ? ['ELSE:'] : printPair('IF', expression.print(when))
  if (actions.length === 0) return head
  const inList = actions.some(action => action.do === 'branch' || action.do === 'formats')
  return [...head, ...(inList ? printPair('DO', printActions(actions)) : actions.flatMap(printAction))]
}

/** The keys of one action. */
function printAction(action: Exclude<Action, { do: 'branch' }> | Action): string[] {
  switch (action.do) {
    case 'set':
      return printPair('SET', assignments.print(action.assignments))
    case 'clear':
      return printPair('CLEAR', list(path).print(action.paths))
    case 'log':
      return printPair('LOG', template.print(action.template))
    case 'respond':
      return [...printPair('RESPOND', template.print(action.template)), ...printFormats(action.formats)]
    case 'formats':
      return printFormats(action.formats)
    case 'call':
      return printCall('CALL', action.tool, action)
    case 'delegate':
      return printCall('DELEGATE', action.agent, action)
    case 'handoff':
      return [`HANDOFF: ${action.agent}`]
    case 'goto':
    case 'then':
      return [`${action.do.toUpperCase()}: ${action.step}`]
    case 'return':
      return printPair('RETURN', assigned.print(action.value))
    case 'complete':
      return [`COMPLETE: ${action.value}`]
    case 'branch':
      return printPair('DO', printActions([action]))
  }
}

function printFormats(formats: readonly { name: string; value: string }[]): string[] {
  return formats.length === 0 ? [] : printPair('FORMATS', map(template).print([...formats]))
}

function printCall(
  word: string,
  name: string,
  { with: values, as }: Extract<Action, { do: 'call' | 'delegate' }>,
): string[] {
  const given = values.length === 0 ? [] : ['WITH:', ...indent(linesOf(assignments.print(values)))]
  return [`${word}: ${name}`, ...given, ...(as === undefined ? [] : [`AS: ${as}`])]
}

function linesOf(printed: Printed): readonly string[] {
  return typeof printed === 'string' ? [printed] : printed.lines
}
