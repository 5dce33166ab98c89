import { usageError } from '../core/errors.ts'
import { packageVersion } from '../core/package-root.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { PLAIN_STYLE } from '../scaffold/code-style.ts'
import { parseParameter } from '../scaffold/parameter.ts'
import { readTemplateFile } from '../scaffold/render-template.ts'
import { sentence, toolFile } from '../scaffold/tool-file.ts'
import { toolNames } from '../scaffold/tool-name.ts'
import { shortName } from './ability.ts'
import { PACKAGE_NAME } from './package-facts.ts'

export interface AbilityDraft {
  /** Relative to the plan's root; empty for the root itself. */
  folder: string
  /** Of the package. */
  name: string
  description: string
}

/**
 * Plans an ability that can be installed at once: a tool to fill in, a skill, a rule that asks. Files that are there stay.
 * @throws LoopengineError `ability_name`, `tool_name` (2)
 */
export async function planCreateAbility(plan: ChangePlan, draft: AbilityDraft): Promise<void> {
  checkAbilityName(draft.name)
  const kept: string[] = []
  for (const [file, text] of Object.entries(await draftFiles(draft))) {
    const path = draft.folder === '' ? file : `${draft.folder}/${file}`
    if (await plan.exists(path)) kept.push(path)
    else await plan.write(path, text)
  }
  if (kept.length > 0) plan.note(`Left as they are: ${kept.join(', ')}`)
  plan.note(`Write what its tool does, then try it: \`loopengine add-ability ./${draft.folder}\`.`)
}

/** @throws LoopengineError `ability_name` (2) */
export function checkAbilityName(name: string): void {
  if (PACKAGE_NAME.test(name) && name.length <= 214) return
  const hint =
    'It is a package: lower-case letters, digits, `-`, `_` and `.`, with a scope if you like: `@acme/refunds`.'
  throw usageError('ability_name', `\`${name}\` is no name for an ability.`, hint)
}

async function draftFiles({ folder, name, description }: AbilityDraft): Promise<Record<string, string>> {
  const told = sentence(description.replace(/\s+/g, ' ').trim())
  const names = toolNames(shortName(name).replaceAll(/[^A-Za-z0-9]+/g, '-'))
  const skill = names.tool.replaceAll('_', '-')
  const parameters = [parseParameter('request:string:What it is asked for')]
  const file = `tools/${names.file}.ts`
  const values = {
    name: JSON.stringify(name),
    description: JSON.stringify(told),
    loopengineVersion: JSON.stringify(`^${packageVersion()}`),
    toolFile: JSON.stringify(file),
    skillFolder: JSON.stringify(`skills/${skill}`),
    tool: names.tool,
    rule: `${skill}-ask`,
    skill,
    title: names.tool.replaceAll('_', ' ').replace(/^./, letter => letter.toUpperCase()),
  }
  const plain = { ...values, name, description: told }
  return {
    'package.json': await filled('package.json', values),
    'loopengine.ability.json': await filled('loopengine.ability.json', values),
    [file]: await toolFile({ names, description: told, parameters, safe: false }, PLAIN_STYLE),
    [`skills/${skill}/SKILL.md`]: await filled('SKILL.md', values),
    'actauth/rules.yml': await filled('rules.yml', values),
    'README.md': await filled('README.md', plain),
    ...(folder === '' ? { '.gitignore': 'node_modules/\n.loopengine/\n' } : {}),
  }
}

async function filled(file: string, values: Readonly<Record<string, string>>): Promise<string> {
  const template = await readTemplateFile(`ability/${file}.template`)
  return template.replace(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole)
}
