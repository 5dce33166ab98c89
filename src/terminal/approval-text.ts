import type { ToolCall } from '../core/tool.ts'
import { describeArgument } from './describe-argument.ts'
import { styled } from './style.ts'
import { widthOf, wrapped } from './text-width.ts'
import { visible } from './visible.ts'

/** The whole call and why somebody must approve it: what a person has to see before they decide. */
export function approvalText(
  { call, reason, agent }: { call: ToolCall; reason: string; agent?: string | undefined },
  stream: NodeJS.WriteStream,
): string {
  const width = widthOf(stream)
  const by = agent === undefined ? '' : ` (${visible(agent)})`
  const title = `${styled('yellow', '!', stream)} ${styled('bold', visible(call.name), stream)} needs your approval${by}`
  const fields = Object.entries(call.input).flatMap(([name, value]) => describeArgument(name, value, width - 5))
  const why = wrapped(reason, width - 3).map(line => `  ${styled('gray', line, stream)}`)
  return [title, ...fields.map(line => `    ${line}`), ...why].join('\n')
}
