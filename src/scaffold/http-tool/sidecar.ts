import { LoopengineError } from '../../core/errors.ts'
import { isRecord, type JsonRecord, parseJson } from '../../core/json.ts'
import { HTTP_TOOL_METHODS, type HttpTool } from './http-tool.ts'

const VERSION = 1

/** The JSON beside a generated file, from which a form can be filled again. */
export function sidecarPath(file: string): string {
  return file.replace(/\.[cm]?[jt]s$/, '.http-tool.json')
}

export function sidecarText(tool: HttpTool): string {
  return `${JSON.stringify({ version: VERSION, ...tool }, null, 2)}\n`
}

/** @throws LoopengineError `newer_file`, `sidecar` when it doesn't hold an HTTP tool */
export function readSidecar(text: string, file: string): HttpTool {
  const data = parseJson(text)
  if (isRecord(data) && typeof data.version === 'number' && data.version > VERSION) {
    const message = `${file} has version ${data.version}; this loopengine reads up to ${VERSION}.`
    throw new LoopengineError('newer_file', message, { hint: 'Update loopengine.', file })
  }
  if (!isRecord(data) || !isHttpTool(data)) {
    const hint = 'Change the tool in its .ts file, or make it again with `add-tool --kind http`.'
    throw new LoopengineError('sidecar', `${file} does not describe an HTTP tool.`, { hint, file })
  }
  const { version: _version, ...tool } = data
  return tool as unknown as HttpTool
}

function isHttpTool({ name, description, method, url, headers, input_schema, safe }: JsonRecord): boolean {
  return (
    [name, description, url].every(text => typeof text === 'string') &&
    HTTP_TOOL_METHODS.some(known => known === method) &&
    isRecord(headers) &&
    Object.values(headers).every(value => typeof value === 'string') &&
    isRecord(input_schema) &&
    typeof safe === 'boolean'
  )
}
