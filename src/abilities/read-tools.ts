import { checkAbl } from '../abl/index.ts'
import { TOOL_NAME } from '../core/tool.ts'
import { loadCompiler } from '../edit/typescript.ts'
import { isSafe } from '../tools/stages/is-safe.ts'
import type { AbilityTool, Safety } from './ability.ts'
import { MANIFEST } from './manifest.ts'
import { importCandidates, importsOf, type Readable, readToolFile, type ToolReading } from './read-tool-file.ts'
import type { Reading } from './reading.ts'

/** The tools of these files, by their texts. `packages`: names that the ability depends on. */
export async function readTools(
  reading: Reading,
  files: readonly string[],
  packages: readonly string[],
): Promise<AbilityTool[]> {
  const tools: AbilityTool[] = []
  for (const file of files) {
    const text = await reading.copied(file)
    const hint = `Add it, or take it out of ${MANIFEST}.`
    if (text === undefined) reading.error('ABILITY_PATH', file, 'The file that `tools` names is missing.', hint)
    else if (isIndex(file)) reading.error('ABILITY_PATH', file, 'The agent keeps this name for itself.', RENAME)
    else if (file.endsWith('.abl')) tools.push(...declaredTools(reading, file, text))
    else tools.push(...(await codeTool(reading, { file, text, packages })))
  }
  refuseTwice(reading, tools)
  return tools
}

const RENAME = 'Give the file the name of its tool.'

function isIndex(file: string): boolean {
  return /^tools\/index\.[cm]?[jt]s$/.test(file)
}

interface CodeFile {
  file: string
  text: string
  packages: readonly string[]
}

async function codeTool(reading: Reading, code: CodeFile): Promise<AbilityTool[]> {
  const { file, text } = code
  const { tool, diagnostics } = readToolFile(await loadCompiler(), text, file)
  reading.report(diagnostics)
  await followImports(reading, code)
  if (!tool) return []
  const problem = problemOf(tool)
  if (problem !== undefined) reading.error('ABILITY_TOOL', file, problem, EXAMPLE)
  const { export: exported, name, description, safe } = tool
  const told = { name: literal(name), description: literal(description) ?? '', safety: safetyOf(safe) }
  return [{ file, kind: 'typescript', export: exported, ...told }]
}

const EXAMPLE = 'Write `export const refundOrder = defineTool({ name: "refund_order", … })`.'

function problemOf({ name, export: exported }: ToolReading): string | undefined {
  if (name.kind === 'absent') return 'The tool has no name.'
  if (name.kind === 'value' && !TOOL_NAME.test(name.value)) return `\`${name.value}\` is no name for a tool.`
  return exported === 'default' ? 'The tool is the default export.' : undefined
}

function literal(reading: Readable<string>): string | undefined {
  return reading.kind === 'value' ? reading.value : undefined
}

function safetyOf(safe: Readable<boolean>): Safety {
  if (safe.kind === 'unreadable') return 'not readable'
  return safe.kind === 'value' && safe.value ? 'safe' : 'not safe'
}

/** The files that a file imports come along; they lie in `tools/` or `lib/`. */
async function followImports(reading: Reading, { file, text, packages }: CodeFile): Promise<void> {
  const imports = importsOf(await loadCompiler(), text)
  for (const name of imports.packages.filter(wanted => !packages.includes(wanted))) {
    const message = `It imports \`${name}\`, which the ability does not depend on.`
    reading.error('ABILITY_IMPORT', file, message, 'Add it to `dependencies` in package.json.')
  }
  for (const specifier of imports.relative) {
    const found = await firstThere(reading, importCandidates(file, specifier))
    if (found === undefined) {
      reading.error('ABILITY_IMPORT', file, `It imports \`${specifier}\`, which the ability does not have.`)
    } else if (!/^(tools|lib)\//.test(found) || isIndex(found)) {
      const message = `It imports \`${specifier}\`, which lies outside \`tools/\` and \`lib/\`.`
      reading.error('ABILITY_PATH', file, message, 'Only files there come along.')
    } else if (!reading.files.has(found)) {
      await followImports(reading, { file: found, text: (await reading.copied(found)) ?? '', packages })
    }
  }
}

async function firstThere(reading: Reading, candidates: readonly string[]): Promise<string | undefined> {
  for (const path of candidates) if (!path.startsWith('../') && (await reading.has(path))) return path
  return undefined
}

function declaredTools(reading: Reading, file: string, text: string): AbilityTool[] {
  const { tools, diagnostics } = checkAbl(text, { file })
  reading.report(diagnostics)
  const isSound = diagnostics.every(({ severity }) => severity !== 'error')
  if (tools.length === 0 && isSound) reading.error('ABILITY_TOOL', file, 'The file declares no tool.')
  return tools.map(spec => {
    const { name, description } = spec
    return { file, kind: 'abl', name, description, safety: isSafe(spec) ? 'safe' : 'not safe' }
  })
}

function refuseTwice(reading: Reading, tools: readonly AbilityTool[]): void {
  const owners = new Map<string, string>()
  for (const { name, file } of tools) {
    if (name === undefined) continue
    const owner = owners.get(name)
    if (owner !== undefined)
      reading.error('ABILITY_TOOL', file, `The tool name \`${name}\` is used by \`${owner}\` too.`)
    owners.set(name, file)
  }
}
