import { basename, resolve } from 'node:path'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { ChangeSet } from '../edit/change-set/change-set.ts'
import { adviceFor } from './init-advice.ts'
import { allowedBy } from './init-allowed.ts'
import { execCommand, type PackageManager } from './init-package-manager.ts'
import { type ProjectTemplate, readTemplate, TEMPLATE_START } from './init-template.ts'

export interface NewProject {
  /** The project's folder, absolute; it need not exist. */
  root: string
  template: ProjectTemplate
  packageManager: PackageManager
  /** What package.json names as the version of loopengine. */
  loopengine: string
}

export interface ProjectPlan {
  changeSet: ChangeSet
  /** What exists and stays as it is. */
  kept: string[]
}

/** Plans a project that runs at once. Nothing that exists is changed: only missing files are created. */
export async function planProject(project: NewProject): Promise<ProjectPlan> {
  const plan = new ChangePlan(project.root, 'init')
  const files = await readTemplate(project.template, placeholders(project))
  const kept: string[] = []
  for (const file of files) {
    const existing = await plan.readText(file.path)
    if (existing === undefined) await plan.write(file.path, file.text)
    else kept.push(file.path)
    for (const advice of existing === undefined ? [] : adviceFor(file, existing)) plan.note(advice)
  }
  for (const allowed of await allowedBy(files.filter(({ path }) => !kept.includes(path)))) plan.allow(allowed)
  return { changeSet: plan.changeSet(), kept }
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
