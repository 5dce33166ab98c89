import type { Compaction } from '../../abl/index.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { PolicyStore } from '../../policies/policy-store.ts'
import type { BindingTable } from '../bindings/index.ts'
import type { SchemaCompiler } from '../validate-input.ts'
import type { PlanSetting } from './build-plan.ts'

/** What the tools of one agent share while they are made. */
export interface Staging extends PlanSetting {
  execution: { toolTimeout?: number | false; compaction?: Compaction }
  /** Where problems go. */
  diagnostics: Diagnostic[]
  bindings?: BindingTable
  policies: PolicyStore
  /** Made when the first tool in code needs it. */
  schemas(): Promise<SchemaCompiler>
}
