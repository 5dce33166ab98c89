import { type MergedTools, mergeTools, type ToolSource } from './merge-tools.ts'

/**
 * Merges tools of every kind (see `mergeTools`), with a schema compiler of its own. The compiler is imported only here:
 * what needs no tool does not pay for it.
 */
export async function loadTools(sources: readonly ToolSource[]): Promise<MergedTools> {
  const { schemaCompiler } = await import('./validate-input.ts')
  return mergeTools(sources, schemaCompiler())
}
