import { endpointKind } from '../endpoint/join.ts'
import { parseEndpoint } from '../endpoint/parse.ts'
import type { ParsedTool } from '../file/read-tool.ts'
import { closest } from '../scan/report.ts'
import type { KnownNames } from './known.ts'
import { placeInside, type Rule, report } from './rule.ts'

/** Endpoints: a scheme that is allowed, path parameters that exist, a host nobody else can choose, a base to stand on. */
export const checkEndpoints: Rule = (tool, { known }) => {
  const { binding } = tool.spec
  if (binding?.type !== 'http' && binding?.type !== 'async_webhook') return
  const { endpoint, baseUrl } = binding
  if (endpoint !== undefined) checkOne(tool, 'endpoint', { endpoint, baseUrl, known })
  if (binding.type !== 'http') return
  for (const [index, variant] of binding.variants.entries()) {
    if (variant.endpoint !== undefined)
      checkOne(tool, `request_variants.${index}.endpoint`, { endpoint: variant.endpoint, baseUrl, known })
  }
}

interface Facts {
  endpoint: string
  baseUrl: string | undefined
  known: KnownNames
}

function checkOne(tool: ParsedTool, path: string, { endpoint, baseUrl, known }: Facts): void {
  const kind = endpointKind(endpoint)
  if (kind === 'refused') {
    const message = `The endpoint \`${endpoint.slice(0, 60)}\` is neither http://, https:// nor a path.`
    report(tool, path, { code: 'ABL3004', message, hint: 'write https://host/path, or /path with a base_url' })
    return
  }
  checkHoles(tool, path, endpoint)
  if (kind === 'absolute' || baseUrl !== undefined || known.baseUrl) return
  const message = `The endpoint \`${endpoint.slice(0, 60)}\` is relative, and there is no \`base_url\`.`
  report(tool, path, {
    code: 'ABL3005',
    message,
    hint: 'set base_url in the file of tools, or tools.base_url in the project’s settings',
  })
}

function checkHoles(tool: ParsedTool, path: string, endpoint: string): void {
  const { parts, inHost, problems } = parseEndpoint(endpoint)
  const names = tool.spec.parameters.map(parameter => parameter.name)
  const unknown = new Set(
    parts.flatMap(part => (part.kind === 'parameter' && !names.includes(part.name) ? [part.name] : [])),
  )
  for (const name of unknown) reportUnknown(tool, path, { name, names })
  const brace = parts.find(part => part.kind === 'text' && /[{}]/.test(part.text))
  if (brace?.kind === 'text') {
    const message = `A brace in \`${brace.text.slice(0, 60)}\` belongs to no path parameter.`
    report(tool, path, { code: 'ABL3004', message, hint: 'a path parameter is {name}' })
  }
  for (const piece of new Set(inHost)) {
    report(tool, path, {
      code: 'ABL3004',
      message: `\`${piece}\` stands in the host, which no value of a call may choose.`,
      hint: 'write the host out, or take it from {{config.NAME}}',
    })
  }
  const block = problems.find(problem => problem.message.startsWith('An endpoint'))
  if (block) report(tool, path, { code: 'ABL3004', message: block.message, hint: block.hint })
}

function reportUnknown(
  tool: ParsedTool,
  path: string,
  { name, names }: { name: string; names: readonly string[] },
): void {
  const near = closest(name, names)
  tool.context.report.add({
    code: 'ABL3004',
    span: placeInside(tool, path, `{${name}}`),
    message: `The path parameter \`{${name}}\` is no parameter of \`${tool.spec.name}\`.`,
    hint: near ? `did you mean \`{${near}}\`?` : `add \`${name}: string\` to the signature`,
  })
}
