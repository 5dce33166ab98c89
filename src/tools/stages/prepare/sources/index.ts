import type { ValueSource } from '../../../../abl/index.ts'
import { authSource } from './auth.ts'
import { configSource } from './config.ts'
import { exprSource } from './expr.ts'
import { lookupSource } from './lookup.ts'
import { runtimeSource } from './runtime.ts'
import type { CompileSource, ParameterSource, SourceKind, SourceProject } from './source.ts'
import { systemSource } from './system.ts'

const SOURCES: { [K in SourceKind]: CompileSource<K> } = {
  system: systemSource,
  runtime: runtimeSource,
  config: configSource,
  auth: authSource,
  expr: exprSource,
  lookup: lookupSource,
}

/** A source ready to be read; undefined for the model, which gives its values itself. */
export async function compileSource(source: ValueSource, project: SourceProject): Promise<ParameterSource | undefined> {
  if (source.kind === 'model') return undefined
  const compile = SOURCES[source.kind] as CompileSource<SourceKind>
  return compile(source, project)
}
