import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { afterKey, type CodeStyle, codeStyleOf, stringLiteral } from './code-style.ts'
import { readTemplateFile, renderCode } from './render-template.ts'

export interface AgentFiles {
  /** Relative to the project. */
  directory: string
  name: string
  prompt: string
  model?: string | undefined
  /** Only for an agent that another one uses as a tool. */
  toolDescription?: string | undefined
  /** The text of another agent, for its style. */
  like: string | undefined
}

/** Plans the three files of an agent without tools. */
export async function writeAgentFiles(plan: ChangePlan, files: AgentFiles): Promise<void> {
  const { directory, name, prompt, model, toolDescription } = files
  const style = codeStyleOf(files.like)
  const line = (key: string, value: string | undefined): string =>
    value === undefined
      ? ''
      : `\n${style.indent}${key}:${afterKey(stringLiteral(value, style), key.length + 3, style)},`
  const values = {
    name: stringLiteral(name, style),
    prompt: afterKey(promptLiteral(prompt, style), 15, style),
    model: line('model', model),
    toolDescription: line('toolDescription', toolDescription),
  }
  await plan.write(`${directory}/index.ts`, await renderCode('agent/index.ts.template', values, style))
  await plan.write(`${directory}/tools/index.ts`, await renderCode('agent/tools/index.ts.template', {}, style))
  const rules = await readTemplateFile('agent/actauth.yml')
  await plan.write(`${directory}/actauth.yml`, rules.replaceAll('\n', style.lineBreak))
}

/** A prompt of several lines is a template literal, as a person would write it. */
function promptLiteral(prompt: string, style: CodeStyle): string {
  if (!/[\r\n]/.test(prompt)) return stringLiteral(prompt, style)
  const inner = prompt.replaceAll(/\r\n?/g, '\n').replace(/[\\`]|\$\{/g, '\\$&')
  return `\`${inner}\``
}
