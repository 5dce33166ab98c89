import { HTTP_METHODS } from '../../abl/bindings/http.ts'
import { indent } from '../../abl/codec/lines.ts'
import { type AnyFields, printFields } from '../../abl/codec/record.ts'
import { DEFAULTS, type ToolDefaults } from '../../abl/file/defaults.ts'
import { type BindingType, type ParameterSpec, parseAbl, type ToolSpec } from '../../abl/index.ts'
import { printTool } from '../../abl/print/tool.ts'
import { quote } from '../../abl/scan/quoted.ts'
import { usageError } from '../../core/errors.ts'
import type { Parameter } from '../parameter.ts'
import { defaultOf, typeOfSchema } from './type-of-schema.ts'

/** An ABL tool as a person asks for it. */
export interface WantedDeclaration {
  name: string
  description: string
  parameters: readonly Parameter[]
  type: BindingType
  method?: string | undefined
  /** Of `type: http` and `async_webhook`: their endpoint. */
  url?: string | undefined
  headers: Readonly<Record<string, string>>
  /** Becomes `body_template`. */
  body?: string | undefined
  /** Each `key=value`, the value as the file will hold it; a dot leads into a block: `hints.cacheable=true`. */
  properties: readonly string[]
  safe: boolean
}

/**
 * The tool that these answers declare, in a file with these shared defaults.
 * @throws LoopengineError `abl_property` (2) with what the language says about it
 */
export function readDeclaration(wanted: WantedDeclaration, defaults: ToolDefaults): ToolSpec {
  const parts = printFields(DEFAULTS as AnyFields, { ...defaults })
  const source = ['TOOLS:', ...indent([...parts, ...declarationLines(wanted)]), ''].join('\n')
  const { tools, diagnostics } = parseAbl(source, { file: 'new.tools.abl', strict: true })
  const [tool] = tools
  const problem = diagnostics.find(({ severity, code }) => severity === 'error' || NO_PROPERTY.includes(code))
  if (tool && !problem) return tool
  const message = `${problem?.code ?? 'ABL2001'}: ${problem?.message ?? 'The tool cannot be read.'}`
  throw usageError('abl_property', message, problem?.hint ?? 'See docs/abl.md for the properties of each type.')
}

/** Warnings in a file, where they may stand for later; a new tool has no use for such a property. */
const NO_PROPERTY = ['ABL2008', 'ABL2009']

/** A parameter that the model gives. */
export function parameterOf({ name, schema, required }: Parameter): ParameterSpec {
  const type = typeOfSchema(schema)
  const fallback = defaultOf(schema, type)
  return {
    name,
    type,
    required,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    source: { kind: 'model' },
    visibility: { model: true, trace: true },
  }
}

function declarationLines(wanted: WantedDeclaration): string[] {
  const { name, description, type, headers, body, url, safe } = wanted
  const spec = { name, description, parameters: wanted.parameters.map(parameterOf), hints: {}, provides: [] }
  const at = { file: '', range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } } }
  const method = wanted.method?.toUpperCase()
  const isPlainGet = type === 'http' && method === HTTP_METHODS[0]
  const lines = [
    `type: ${type}`,
    ...(url === undefined ? [] : [`endpoint: ${quote(url)}`]),
    ...(method === undefined ? [] : [`method: ${method}`]),
    ...block(
      'headers',
      Object.entries(headers).map(([header, value]) => `${header}: ${quote(value)}`),
    ),
    ...(body === undefined ? [] : [`body_template: ${quote(body)}`]),
    ...propertyLines(wanted.properties),
    ...(safe && !isPlainGet ? ['effect: read_only'] : []),
  ]
  return [...printTool({ ...spec, storeResult: true, at }, { headers: [] }), ...indent(lines)]
}

function block(key: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${key}:`, ...indent(lines)]
}

type Tree = Map<string, Tree | string>

function propertyLines(properties: readonly string[]): string[] {
  const tree: Tree = new Map()
  for (const property of properties) place(tree, property)
  return linesOf(tree)
}

function place(tree: Tree, property: string): void {
  const [, path = '', value = ''] = /^\s*([\w.-]+)\s*=\s*(.*?)\s*$/s.exec(property) ?? []
  const wrong = (what: string) =>
    usageError(
      'abl_property',
      `\`${property}\` ${what}.`,
      'Write `key=value`, as in `server=crm` or `hints.cacheable=true`.',
    )
  if (path === '' || value === '') throw wrong('is no property')
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let inner = tree
  for (const key of keys) {
    const next = inner.get(key) ?? new Map()
    if (typeof next === 'string') throw wrong(`puts a property into \`${key}\`, which has a value`)
    inner.set(key, next)
    inner = next
  }
  if (inner.has(last)) throw wrong('is given twice')
  inner.set(last, value)
}

/** A value of several lines is a pipe block. */
function linesOf(tree: Tree): string[] {
  return [...tree].flatMap(([key, value]) => {
    if (typeof value !== 'string') return [`${key}:`, ...indent(linesOf(value))]
    return value.includes('\n') ? [`${key}: |`, ...indent(value.split(/\r\n|\n|\r/))] : [`${key}: ${value}`]
  })
}
