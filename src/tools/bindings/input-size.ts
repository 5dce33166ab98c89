import { ToolFailure } from '../../core/tool-failure.ts'

/** Bytes of a call's arguments as JSON, at most. */
const LARGEST_INPUT = 512 * 1024

/** Refuses arguments that are too large to be sent. */
export function checkInputSize(input: Readonly<Record<string, unknown>>): void {
  const bytes = Buffer.byteLength(JSON.stringify(input))
  if (bytes <= LARGEST_INPUT) return
  const message = `The arguments have ${bytes} bytes as JSON, more than the ${LARGEST_INPUT} that a call may have.`
  throw new ToolFailure({ code: 'validation_error', type: 'validation_error', message })
}
