import { type Range, rangeAt } from '../../core/diagnostic.ts'
import { keyOf, type LiteralReading, literalValue } from '../../edit/literal-value.ts'
import { unwrap } from '../../edit/tools-index/find-tools.ts'
import type { ts } from '../../edit/typescript.ts'
import type { Located, SourceModules } from './source-modules.ts'

/** One property of an agent's config, as its text tells it. */
export interface ConfigProperty {
  /** Where the value stands. */
  located: Located
  reading: LiteralReading
  range: Range
}

/** `open`: some of its properties are spread in, or the whole is made by code. */
export interface StaticConfig {
  properties: ReadonlyMap<string, ConfigProperty>
  open: boolean
}

/** The `config` that a module exports; undefined when it exports none, as far as its text tells. */
export async function staticConfig(modules: SourceModules, file: string): Promise<StaticConfig | undefined> {
  const located = await modules.exported(file, 'config')
  if (!located) return undefined
  const object = configObject(modules, located)
  if (!object) return { properties: new Map(), open: true }
  const properties = new Map<string, ConfigProperty>()
  let open = false
  for (const property of object.properties) {
    const read = readProperty(modules, located, property)
    if (read) properties.set(read.key, read.property)
    else open = true
  }
  return { properties, open }
}

function configObject({ compiler }: SourceModules, { expression }: Located): ts.ObjectLiteralExpression | undefined {
  const inner = unwrap(compiler, expression)
  const value = compiler.isCallExpression(inner) ? inner.arguments[0] : inner
  return value && compiler.isObjectLiteralExpression(value) ? value : undefined
}

function readProperty({ compiler }: SourceModules, located: Located, property: ts.ObjectLiteralElementLike) {
  const { source } = located
  const key = property.name && keyOf(compiler, property.name)
  if (key === undefined) return undefined
  const expression = compiler.isPropertyAssignment(property)
    ? property.initializer
    : compiler.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined
  const range = rangeAt(source.text, property.getStart(source), property.end)
  const reading: LiteralReading = expression ? literalValue(compiler, expression) : { kind: 'unknown', node: property }
  return { key, property: { located: { ...located, expression: expression ?? located.expression }, reading, range } }
}

/** A text that stands in the config as it is. */
export function textOf(config: StaticConfig | undefined, key: string): string | undefined {
  const reading = config?.properties.get(key)?.reading
  return reading?.kind === 'value' && typeof reading.value === 'string' ? reading.value : undefined
}
