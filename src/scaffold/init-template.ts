import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../core/package-root.ts'

export const PROJECT_TEMPLATES = ['basic', 'customer-service', 'abl'] as const

export type ProjectTemplate = (typeof PROJECT_TEMPLATES)[number]

export interface TemplateStart {
  agent: string
  /** What `npm start` says to it without a terminal. */
  message: string
  /** The file in its folder that says who it is. */
  config: string
}

/** The agent that a project of each template starts with. */
export const TEMPLATE_START: Readonly<Record<ProjectTemplate, TemplateStart>> = {
  basic: { agent: 'assistant', message: 'List my notes', config: 'index.ts' },
  'customer-service': { agent: 'customer-service', message: 'Where is order A-1001?', config: 'index.ts' },
  abl: { agent: 'rooms', message: 'Find rooms with 6 seats on 2030-03-04', config: 'agent.abl' },
}

export interface TextFile {
  /** Relative to the project, with `/`. */
  path: string
  text: string
}

/** The files of a template with their placeholders filled in, sorted by path. */
export async function readTemplate(template: ProjectTemplate, values: Record<string, string>): Promise<TextFile[]> {
  const folder = join(packageRoot(), 'src/templates/project')
  const own = await Promise.all(['common', template].map(part => filesBelow(join(folder, part))))
  const example = await exampleAgent(template)
  return [...own.flat().map(file => rendered(file, values)), ...example].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The package ships its example agents: a template of the same name is that agent, not a second copy of it. */
async function exampleAgent(template: ProjectTemplate): Promise<TextFile[]> {
  if (template !== 'customer-service') return []
  const files = await filesBelow(join(packageRoot(), 'agents', template))
  return files
    .filter(({ path }) => !WRITTEN_BY_A_RUN.test(path))
    .map(({ path, text }) => ({ path: `agents/${template}/${path}`, text }))
}

const WRITTEN_BY_A_RUN = /\.(lock|tmp)$|(^|\/)outbox\.jsonl$/

async function filesBelow(folder: string): Promise<TextFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.map(async path => ({
      path: path.slice(folder.length + 1).replaceAll('\\', '/'),
      text: await readFile(path, 'utf8'),
    })),
  )
}

/**
 * `dot-` stands for a leading dot (npm packs no `.gitignore`); in a file named `.template` each `{{name}}` is replaced,
 * in every other file braces are the file's own.
 */
function rendered({ path, text }: TextFile, values: Record<string, string>): TextFile {
  const target = path.replace(/(^|\/)dot-/, '$1.').replace(/\.template$/, '')
  if (!path.endsWith('.template')) return { path: target, text }
  return { path: target, text: text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole) }
}
