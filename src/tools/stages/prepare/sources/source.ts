import type { Scope, ValueSource } from '../../../../abl/index.ts'
import type { ToolContext, ToolError } from '../../../../core/tool.ts'
import type { ToolProject } from '../../../bindings/binding.ts'
import type { StageCompiler } from '../../compile.ts'

/** What compiling a source may look up. */
export interface SourceProject {
  compiler: StageCompiler
  /** The property that is compiled, for messages. */
  where: string
  /** A table that the project's settings declare. */
  lookup: ToolProject['lookup']
}

/** What reading a source may look at. */
export interface SourceFacts {
  context: ToolContext
  /** `parameters` are those that have a value so far. */
  scope: Scope
}

/** `undefined` as a value: the source has none. */
export type SourceValue =
  | { kind: 'value'; value: unknown }
  /** The argument does not fit: told with the other problems. */
  | { kind: 'misfit'; expected: string; received: string }
  /** The call can't be made at all. */
  | { kind: 'failed'; error: ToolError }

/** A source that the model has no part in, ready to be read. */
export interface ParameterSource {
  /** `session.customer_id`, `config REGION`: for traces and explanations. */
  origin: string
  /** Its value may be a secret: never shown. */
  secret?: boolean
  /** It reads other parameters: its turn is after theirs. */
  computed?: boolean
  read(facts: SourceFacts): SourceValue
}

export type SourceKind = Exclude<ValueSource['kind'], 'model'>

export type CompileSource<K extends SourceKind> = (
  source: Extract<ValueSource, { kind: K }>,
  project: SourceProject,
) => Promise<ParameterSource>
