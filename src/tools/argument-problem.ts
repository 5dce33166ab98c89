import type { ErrorObject } from 'ajv'
import { isRecord, type JsonRecord } from '../core/json.ts'
import type { ArgumentProblem } from '../core/tool.ts'

/** One finding of ajv in words for a model: which argument, what was expected, what came. */
export function argumentProblem(error: ErrorObject, input: JsonRecord): ArgumentProblem {
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer)
  const missing: unknown = error.params.missingProperty
  if (error.keyword === 'required' && typeof missing === 'string') {
    return { path: [...steps, missing].join('.'), expected: 'a value', received: 'nothing' }
  }
  const extra: unknown = error.params.additionalProperty ?? error.params.unevaluatedProperty
  if (typeof extra === 'string') {
    const path = [...steps, extra]
    return { path: path.join('.'), expected: 'no such argument', received: shown(valueAt(input, path)) }
  }
  return { path: steps.join('.'), expected: expectation(error), received: shown(valueAt(input, steps)) }
}

function expectation({ keyword, params, message = keyword }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return [params.type].flat().join(' or ')
    case 'enum':
      return `one of ${(params.allowedValues as unknown[]).map(value => JSON.stringify(value)).join(', ')}`
    case 'const':
      return JSON.stringify(params.allowedValue)
    case 'pattern':
      return `text matching ${params.pattern}`
    case 'format':
      return `text in the format ${params.format}`
    default:
      return message.replace(/^must NOT have (fewer|more) than/, 'not $1 than').replace(/^must (be )?/, '')
  }
}

/** Own properties only; a name may hold any letter, dots too. */
function valueAt(value: unknown, steps: string[]): unknown {
  let current = value
  for (const step of steps) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined
    current = (current as JsonRecord)[step]
  }
  return current
}

const LONGEST = 80

/** A value with its kind, cut to a readable length. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  const kind = Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : typeof value
  const text = JSON.stringify(value)
  return `${kind} ${text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text}`
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
