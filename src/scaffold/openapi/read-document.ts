import { LoopengineError } from '../../core/errors.ts'
import { isRecord, type JsonRecord, parseJson } from '../../core/json.ts'
import { type OpenApiDocument, shortened } from './document.ts'

/**
 * The document in a text of JSON or YAML.
 * @throws LoopengineError `openapi_syntax` with its line, `openapi_version` for Swagger 2.0 and other versions,
 * `openapi_document` for something else, `openapi_empty` for a document without operations
 */
export async function readDocument(
  text: string,
  { source, url }: { source: string; url?: string },
): Promise<OpenApiDocument> {
  const data = await parseText(text, source)
  refuseOther(data, source)
  const info = isRecord(data.info) ? data.info : {}
  const title = shortened(info.title, 80) || 'API'
  return { data, title, source, ...(url === undefined ? {} : { url }) }
}

/** A JSON or YAML text as data. @throws LoopengineError `openapi_syntax` */
export async function parseText(text: string, source: string): Promise<JsonRecord> {
  const plain = text.replace(/^\ufeff/, '')
  const json = /^\s*\{/.test(plain) ? parseJson(plain) : undefined
  const data = json ?? (await parseYaml(plain, source))
  if (isRecord(data)) return data
  throw notOpenApi(source, 'it is no map of keys')
}

async function parseYaml(text: string, file: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false, merge: true })
  const [problem] = document.errors
  if (problem) {
    const { line, col: column } = lines.linePos(problem.pos[0])
    const message = `${file} is neither JSON nor YAML: ${problem.message.split('\n')[0]}`
    throw new LoopengineError('openapi_syntax', message, { file, line, column, hint: 'Mend that line.' })
  }
  try {
    return document.toJS({ maxAliasCount: 1_000 })
  } catch {
    const hint = 'Write it without aliases.'
    throw new LoopengineError('openapi_syntax', `The aliases of ${file} expand without end.`, { file, hint })
  }
}

function refuseOther(data: JsonRecord, source: string): void {
  if (data.swagger !== undefined) {
    const hint = 'Convert it first, as with `npx swagger2openapi FILE -o openapi.yaml`.'
    const message = `${source} is Swagger ${String(data.swagger)}; OpenAPI 3.0 and 3.1 are read here.`
    throw new LoopengineError('openapi_version', message, { hint, file: source })
  }
  if (data.openapi === undefined) throw notOpenApi(source, 'it has no key `openapi`')
  if (!/^3\.[01](\.|$)/.test(String(data.openapi))) {
    const message = `${source} is OpenAPI ${String(data.openapi)}; 3.0 and 3.1 are read here.`
    throw new LoopengineError('openapi_version', message, { hint: 'Export it as 3.1.', file: source })
  }
}

function notOpenApi(file: string, why: string): LoopengineError {
  const hint = 'Give an OpenAPI document: `openapi: 3.1.0`, `info`, `paths`.'
  return new LoopengineError('openapi_document', `${file} is no OpenAPI document: ${why}.`, { hint, file })
}
