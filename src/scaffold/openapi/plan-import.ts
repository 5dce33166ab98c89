import type { ToolSpec } from '../../abl/index.ts'
import { LoopengineError } from '../../core/errors.ts'
import type { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { addPermissions } from '../add-permission.ts'
import { locateAgent } from '../agent-place.ts'
import type { HttpTool } from '../http-tool/http-tool.ts'
import { takenNames } from '../taken-names.ts'
import { abl } from './abl-writer.ts'
import type { OpenApiDocument } from './document.ts'
import { http } from './http-writer.ts'
import type { ReadOperation } from './operation.ts'
import { readOperation } from './read-operation.ts'
import { neededNotes, noSettings } from './setting-names.ts'
import { toolNameFor } from './tool-names.ts'
import type { OpenApiImport, ToolWriter, WriterPlace } from './tool-writer.ts'

/**
 * Plans a tool for each operation, with its rule. What can't be imported, and what a tool leaves out, is noted by
 * operation. @throws LoopengineError `openapi_unsupported` when no operation can be imported; what the editors refuse
 */
export async function planImport(plan: ChangePlan, wanted: OpenApiImport): Promise<void> {
  const agent = await locateAgent(plan, wanted.agent)
  const read = wanted.operations.map(found => withBase(readOperation(wanted.document, found), wanted.baseUrl))
  const place = {
    plan,
    agent,
    wanted,
    server: read.find(({ server }) => server !== undefined)?.server,
    needed: noSettings(),
  }
  const names =
    wanted.kind === 'abl'
      ? await importWith(place, read, await abl(place))
      : await importWith(place, read, await http(place))
  await addPermissions(plan, agent, names, wanted.decision ?? 'ask')
  for (const note of neededNotes(place.needed)) plan.note(note)
}

async function importWith<T extends ToolSpec | HttpTool>(
  { plan, agent, wanted }: WriterPlace,
  operations: readonly ReadOperation[],
  writer: ToolWriter<T>,
): Promise<string[]> {
  const taken = new Set((await takenNames(plan, agent, { declared: true })).keys())
  const tools: T[] = []
  const refused: string[] = []
  let present = 0
  for (const operation of operations) {
    const known = writer.existing(operation, operation.server)
    if (known !== undefined) {
      present++
      plan.note(`\`${operation.id}\` is there already: ${known}.`)
      continue
    }
    const draft = new Set(taken)
    const name = toolNameFor(operation, wanted.document.title, draft)
    const made = writer.make(operation, { name, api: wanted.document.title, server: operation.server })
    if (made.kind === 'unsupported') refused.push(`\`${operation.id}\` is not imported: ${made.reasons.join('; ')}.`)
    else {
      for (const folded of draft) taken.add(folded)
      tools.push(made.tool)
      for (const loss of made.losses) plan.note(`\`${operation.id}\`: ${loss}.`)
    }
  }
  if (tools.length === 0 && present === 0) throw nothingImported(wanted.document, refused)
  for (const note of refused) plan.note(note)
  if (tools.length > 0) await writer.write(tools)
  return tools.map(({ name }) => name)
}

function withBase(operation: ReadOperation, baseUrl: string | undefined): ReadOperation {
  return baseUrl === undefined ? operation : { ...operation, server: baseUrl.replace(/\/+$/, '') }
}

function nothingImported({ source }: OpenApiDocument, refused: readonly string[]): LoopengineError {
  const shown = refused.slice(0, 5).join(' ')
  const more = refused.length > 5 ? ` And ${refused.length - 5} more.` : ''
  const hint = '`--list` shows what can be imported.'
  return new LoopengineError('openapi_unsupported', `Nothing was imported. ${shown}${more}`, { hint, file: source })
}
