import { type Codec, type ReadContext, type ReferenceKind, refuse } from '../../codec/codec.ts'
import { list, map } from '../../codec/collection.ts'
import { assigned, template } from '../../codec/expression.ts'
import { path } from '../../codec/path.ts'
import { boolean, readText } from '../../codec/scalar.ts'
import type { Value } from '../../scan/node.ts'
import { shown } from '../../scan/report.ts'
import type { Action } from '../../spec.ts'
import { assignments } from './set.ts'

type ReadAction = (value: Value, context: ReadContext) => Action | undefined

/** How the value of each action is read. IF, WHEN and ELSE are read by `actions.ts`. */
export const ACTION_READERS: ReadonlyMap<string, ReadAction> = new Map<string, ReadAction>([
  ['SET', using(assignments, list => ({ do: 'set', assignments: list }))],
  ['CLEAR', using(list(path, { loose: true }), paths => ({ do: 'clear', paths }))],
  ['LOG', using(template, text => ({ do: 'log', template: text }))],
  ['RESPOND', using(template, text => ({ do: 'respond', template: text, formats: [] }))],
  ['FORMATS', using(map(template), formats => ({ do: 'formats', formats }))],
  ['CALL', using(target('tool'), tool => ({ do: 'call', tool, with: [] }))],
  ['DELEGATE', using(target('agent'), agent => ({ do: 'delegate', agent, with: [] }))],
  ['HANDOFF', using(target('agent'), agent => ({ do: 'handoff', agent }))],
  ['GOTO', using(target('step'), step => ({ do: 'goto', step }))],
  ['THEN', using(target('step'), step => ({ do: 'then', step }))],
  ['RETURN', using(assigned, value => ({ do: 'return', value }))],
  ['COMPLETE', using(boolean, value => ({ do: 'complete', value }))],
])

export const ACTION_WORDS: readonly string[] = [...ACTION_READERS.keys()]

function using<T>(codec: Pick<Codec<T>, 'read'>, make: (value: T) => Action): ReadAction {
  return (value, context) => {
    const read = codec.read(value, context)
    return read === undefined ? undefined : make(read)
  }
}

/** The name of a tool, agent or step; `name()` is understood. */
function target(kind: ReferenceKind): Pick<Codec<string>, 'read'> {
  return {
    read(value, context) {
      const found = readText(value, context, 'a name')?.text
      const name = found?.replace(/\(\s*\)$/, '').trim()
      if (name === undefined) return undefined
      if (!/^[A-Za-z_][\w-]*$/.test(name))
        return refuse(context, { code: 'ABL2011', span: value.span, message: `\`${shown(name)}\` is no name.` })
      context.references.push({ kind, name, span: value.span })
      return name
    },
  }
}
