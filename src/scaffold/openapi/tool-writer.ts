import type { ToolSpec } from '../../abl/index.ts'
import type { DecisionWord } from '../../core/rule.ts'
import type { ChangePlan } from '../../edit/change-set/change-plan.ts'
import type { AgentPlace } from '../agent-place.ts'
import type { HttpTool } from '../http-tool/http-tool.ts'
import type { OpenApiDocument } from './document.ts'
import type { MadeTool, MakeFor } from './made-tool.ts'
import type { FoundOperation, ReadOperation } from './operation.ts'
import type { NeededSettings } from './setting-names.ts'

/** What to import, and as what. */
export interface OpenApiImport {
  agent: string
  document: OpenApiDocument
  operations: readonly FoundOperation[]
  kind: 'abl' | 'http'
  /** The file for ABL tools. @default one named after the API */
  file?: string | undefined
  /** Stands for the servers of the document. */
  baseUrl?: string | undefined
  /** @default 'ask' */
  decision?: DecisionWord | undefined
}

/** How tools of one kind are made and written. */
export interface ToolWriter<T extends ToolSpec | HttpTool> {
  /** What is there already for this request; undefined for nothing. */
  existing(operation: ReadOperation, server: string | undefined): string | undefined
  make(operation: ReadOperation, made: MakeFor): MadeTool<T>
  write(tools: readonly T[]): Promise<void>
}

/** What a writer needs to know of an import. */
export interface WriterPlace {
  plan: ChangePlan
  agent: AgentPlace
  wanted: OpenApiImport
  /** The server that most of it is at. */
  server: string | undefined
  needed: NeededSettings
}
