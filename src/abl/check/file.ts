import { endpointKind } from '../endpoint/join.ts'
import type { ParsedFile } from '../file/read-file.ts'
import type { Problem } from '../scan/report.ts'
import { isWrittenSecret } from './auth.ts'
import { checkTool } from './check-tool.ts'
import { reportUndeclared } from './references.ts'
import type { CheckFacts } from './rule.ts'

/** Checks the meaning of everything in a file; what is found goes into its report. */
export function checkFile(file: ParsedFile, facts: CheckFacts): void {
  reportUndeclared(file.context, facts)
  checkDefaults(file)
  for (const tool of file.tools) checkTool(tool, facts)
}

function checkDefaults(file: ParsedFile): void {
  const { baseUrl, headers } = file.defaults
  if (baseUrl !== undefined && endpointKind(baseUrl) !== 'absolute') {
    report(file, 'base_url', {
      code: 'ABL3004',
      message: `\`base_url\` must begin with http:// or https://, not \`${baseUrl.slice(0, 60)}\`.`,
    })
  }
  for (const header of headers) {
    if (!isWrittenSecret(header)) continue
    const message = `The header \`${header.name}\` carries a credential that is written out.`
    report(file, `headers.${header.name}`, {
      code: 'ABL3006',
      severity: 'warning',
      message,
      hint: 'take it from {{config.NAME}}, or use auth',
    })
  }
}

function report({ context }: ParsedFile, path: string, problem: Omit<Problem, 'span'>): void {
  context.report.add({ ...problem, span: context.places.get(path) ?? context.keySpan })
}
