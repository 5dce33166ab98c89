import type { ToolContext } from '../../../core/tool.ts'
import { asJson } from '../session-path.ts'

/** Characters of JSON above which a result is not kept: it would be written again with every turn. */
const LARGEST_STORED = 1_000_000

/** `store_result`: the whole result as `session.last_<tool>_result`. */
export function storeResult(tool: string, result: unknown, { variables, emit }: ToolContext): void {
  const json = asJson(result)
  const size = json === undefined ? 0 : JSON.stringify(json).length
  if (json !== undefined && size <= LARGEST_STORED) {
    variables[`last_${tool}_result`] = json
    return
  }
  const why = json === undefined ? 'it is not JSON' : `it has ${size} characters`
  emit({ type: 'trace', stage: 'store_result', message: `The result was not kept in the session: ${why}.` })
}
