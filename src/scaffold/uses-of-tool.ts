import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { lineNumber } from '../edit/text.ts'
import { loadCompiler, type ts } from '../edit/typescript.ts'
import type { AgentPlace } from './agent-place.ts'
import { ablFiles } from './tool-owners.ts'

export interface Use {
  file: string
  line: number
}

/**
 * Where the agent names a tool: as a whole text in its config and its other tools (`steps`, `context.call`), as a word in
 * its .abl files, in the `allowed-tools` of its skills. Prose doesn't count.
 */
export async function usesOfTool(
  plan: ChangePlan,
  agent: AgentPlace,
  { tool, own }: { tool: string; own: readonly (string | undefined)[] },
): Promise<Use[]> {
  const tools = (await plan.list(`${agent.directory}/tools`)).map(name => `${agent.directory}/tools/${name}`)
  const modules = [agent.configFile, ...tools].filter(file => /(?<!\.d)\.[cm]?[jt]sx?$/.test(file))
  const skills = (await plan.list(`${agent.directory}/skills`)).map(id => `${agent.directory}/skills/${id}/SKILL.md`)
  const uses: Use[] = []
  for (const file of modules) if (!own.includes(file)) uses.push(...(await inCode(plan, file, tool)))
  for (const file of await ablFiles(plan, agent))
    uses.push(...(await inLines(plan, { file, tool, relevant: notComment })))
  for (const file of skills) uses.push(...(await inLines(plan, { file, tool, relevant: allowsTools })))
  return uses
}

async function inCode(plan: ChangePlan, file: string, tool: string): Promise<Use[]> {
  const text = await plan.readText(file)
  if (!text?.includes(tool)) return []
  const compiler = await loadCompiler()
  const source = compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest, true)
  const uses: Use[] = []
  const visit = (node: ts.Node): void => {
    if (compiler.isStringLiteralLike(node) && node.text === tool) {
      uses.push({ file, line: lineNumber(text, node.getStart(source)) })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return uses
}

interface LineSearch {
  file: string
  tool: string
  relevant: (line: string, tool: string) => boolean
}

async function inLines(plan: ChangePlan, { file, tool, relevant }: LineSearch): Promise<Use[]> {
  const lines = ((await plan.readText(file)) ?? '').split(/\r\n|\n|\r/)
  return lines.flatMap((line, index) =>
    hasWord(line, tool) && relevant(line, tool) ? [{ file, line: index + 1 }] : [],
  )
}

function hasWord(line: string, tool: string): boolean {
  return line.split(/[^\w$]+/).includes(tool)
}

function notComment(line: string): boolean {
  return !/^\s*#/.test(line)
}

function allowsTools(line: string): boolean {
  return /^\s*allowed-tools\s*:/.test(line)
}
