import { getOwn } from '../../../../core/json.ts'
import { shown } from '../../../argument-problem.ts'
import { evaluated } from './evaluated.ts'
import type { CompileSource } from './source.ts'

/** `source: lookup`: the row of a table that a key finds, or one of its columns. */
export const lookupSource: CompileSource<'lookup'> = async ({ table, key, value: column }, project) => {
  const { compiler, where, lookup } = project
  const expression = await compiler.expression(key, `${where}.key`)
  const rows = lookup?.(table)
  if (!rows) {
    const hint = 'declare it under `lookups:` in loopengine.config.yml'
    compiler.problem({ code: 'ABL3007', message: `There is no lookup table \`${table}\`.`, hint })
  }
  return {
    origin: `lookup ${table}: ${key}`,
    computed: true,
    read({ scope }) {
      const found = evaluated(expression.evaluate(scope), key)
      if (found.kind !== 'value') return found
      const row = rows?.find(found.value)
      if (!row) return { kind: 'misfit', expected: `a key of the table ${table}`, received: shown(found.value) }
      return { kind: 'value', value: column === undefined ? { ...row } : getOwn(row, column) }
    },
  }
}
