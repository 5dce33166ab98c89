import { basename, resolve } from 'node:path'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { agentsIn } from './agent-place.ts'
import { adviceFor } from './init-advice.ts'
import { allowedBy } from './init-allowed.ts'
import { type CiService, planCi } from './init-ci.ts'
import { execCommand, type PackageManager } from './init-package-manager.ts'
import { type ProjectTemplate, readTemplate, TEMPLATE_START } from './init-template.ts'

export interface NewProject {
  /** The project's folder, absolute. */
  root: string
  template: ProjectTemplate
  packageManager: PackageManager
  /** What package.json names as the version of loopengine. */
  loopengine: string
  /** Also a workflow that checks the agents; where there are agents already, only that. */
  ci?: CiService | undefined
}

/** Plans a project that runs at once. Nothing that exists is changed: only missing files are created. */
export async function planProject(plan: ChangePlan, project: NewProject): Promise<void> {
  const isThere = project.ci !== undefined && (await agentsIn(plan, 'agents')).size > 0
  if (!isThere) await planFiles(plan, project)
  if (project.ci) await planCi(plan, project.packageManager)
}

async function planFiles(plan: ChangePlan, project: NewProject): Promise<void> {
  const files = await readTemplate(project.template, placeholders(project))
  const kept: string[] = []
  for (const file of files) {
    const existing = await plan.readText(file.path)
    if (existing === undefined) await plan.write(file.path, file.text)
    else kept.push(file.path)
    for (const advice of existing === undefined ? [] : adviceFor(file, existing)) plan.note(advice)
  }
  if (kept.length > 0) plan.note(`Left as they are: ${kept.join(', ')}`)
  for (const allowed of await allowedBy(files.filter(({ path }) => !kept.includes(path)))) plan.allow(allowed)
}

function placeholders({ root, template, packageManager, loopengine }: NewProject): Record<string, string> {
  return {
    name: packageName(root),
    ...TEMPLATE_START[template],
    loopengine,
    packageManager,
    exec: execCommand(packageManager),
  }
}

/** A name that npm accepts, made from the folder's: lower case, no leading dot, hyphens for what is not allowed. */
export function packageName(folder: string): string {
  const name = basename(resolve(folder)).toLowerCase()
  const plain = name.replace(/[^a-z0-9._~-]+/g, '-').replace(/^[-._]+|[-._]+$/g, '')
  return plain === '' || plain === 'node_modules' ? 'my-agents' : plain.slice(0, 200)
}
