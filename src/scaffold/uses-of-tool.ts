import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { lineNumber } from '../edit/text.ts'
import { loadCompiler, type ts } from '../edit/typescript.ts'
import type { AgentPlace } from './agent-place.ts'

export interface Use {
  file: string
  line: number
}

/**
 * Where the files of the agent name a tool: as a whole text in code (`steps`, `context.call`), as a word in .abl and YAML
 * files (evals, cases of permissions) and in its skills. Subagents have tools of their own; comments and, of a name that
 * is a plain word, prose don't count.
 */
export async function usesOfTool(
  plan: ChangePlan,
  agent: AgentPlace,
  { tool, own }: { tool: string; own: readonly (string | undefined)[] },
): Promise<Use[]> {
  const below = (await filesBelow(plan, agent.directory)).filter(file => file !== agent.configFile)
  const uses: Use[] = []
  for (const file of [agent.configFile, ...below]) {
    if (!own.includes(file)) uses.push(...(await usesIn(plan, agent, { file, tool })))
  }
  return uses
}

async function filesBelow(plan: ChangePlan, folder: string): Promise<string[]> {
  const files: string[] = []
  for (const name of (await plan.list(folder)).sort()) {
    if (name.startsWith('.') || name === 'node_modules' || name === 'subagents') continue
    const path = `${folder}/${name}`
    files.push(...(READABLE.test(name) ? [path] : await filesBelow(plan, path)))
  }
  return files
}

const CODE = /(?<!\.d)\.[cm]?[jt]sx?$/
const READABLE = /\.([cm]?[jt]sx?|abl|ya?ml|md)$/

function usesIn(plan: ChangePlan, agent: AgentPlace, { file, tool }: { file: string; tool: string }): Promise<Use[]> {
  if (CODE.test(file)) return inCode(plan, file, tool)
  if (/\.(abl|ya?ml)$/.test(file)) return inLines(plan, { file, tool, relevant: notComment })
  const isSkill = file.startsWith(`${agent.directory}/skills/`) && file.endsWith('.md')
  return isSkill ? inLines(plan, { file, tool, relevant: meansTool }) : Promise.resolve([])
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

/** `get_order` is no word of any language; `search` means the tool only where it is written as code or allowed. */
function meansTool(line: string, tool: string): boolean {
  return tool.includes('_') || line.includes(`\`${tool}\``) || /^\s*allowed-tools\s*:/.test(line)
}
