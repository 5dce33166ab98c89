import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { adviceFor } from './init-advice.ts'
import { execCommand, type PackageManager } from './init-package-manager.ts'
import { type ProjectTemplate, readTemplate, TEMPLATE_START, type TextFile } from './init-template.ts'

export interface NewProject {
  /** The project's folder, absolute; it need not exist. */
  root: string
  template: ProjectTemplate
  packageManager: PackageManager
  /** What package.json names as the version of loopengine. */
  loopengine: string
}

export interface ProjectPlan {
  /** What is missing and will be created, sorted by path. */
  create: TextFile[]
  /** What exists and stays as it is. */
  kept: string[]
  /** What the person must add to files that exist. */
  notes: string[]
}

/** Plans a project that runs at once. Nothing that exists is changed: only missing files are created. */
export async function planProject(project: NewProject): Promise<ProjectPlan> {
  const files = await readTemplate(project.template, placeholders(project))
  const kept = files.filter(file => existsSync(join(project.root, file.path)))
  const create = files.filter(file => !kept.includes(file))
  const advice = await Promise.all(
    kept.map(async file => adviceFor(file, await readFile(join(project.root, file.path), 'utf8'))),
  )
  return { create, kept: kept.map(file => file.path), notes: advice.flat() }
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
