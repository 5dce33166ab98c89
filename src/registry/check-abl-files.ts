import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkAbl, type KnownNames, projectReader } from '../abl/index.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { shownPath } from './shown-path.ts'

/** Folders that hold no declarations of the project. */
const SKIPPED = new Set(['node_modules', '.git', '.loopengine', 'dist'])

export interface AblCheck {
  /** The names of an agent's other tools, which a declaration without `type:` may stand for. */
  toolsOf(agent: string): string[] | undefined
  /** What the project's settings declare. */
  known?: KnownNames
  /** Files that were checked already, absolute. */
  except?: readonly string[]
  /** Unknown properties are errors. @default false */
  strict?: boolean
}

/**
 * Checks the `.abl` files below `agents/`: what an agent file imports is checked through it, the other tool files by
 * themselves.
 */
export async function checkAblFiles(root: string, options: AblCheck): Promise<Diagnostic[]> {
  const { except = [] } = options
  const files = (await findAblFiles(join(root, 'agents'))).filter(file => !except.includes(file))
  const diagnostics: Diagnostic[] = []
  const imported = new Set<string>()
  for (const path of files.filter(isAgentFile)) {
    const checked = await check(root, path, options)
    diagnostics.push(...checked.diagnostics)
    for (const file of checked.importedFiles) imported.add(file)
  }
  for (const path of files.filter(file => !isAgentFile(file) && !imported.has(shownPath(root, file)))) {
    diagnostics.push(...(await check(root, path, options)).diagnostics)
  }
  return diagnostics
}

/** One file by itself, without a project: names of a project are not looked up. `shown`: as diagnostics name it. */
export async function checkAblFile(path: string, shown: string): Promise<Diagnostic[]> {
  return checkAbl(await readFile(path, 'utf8'), { file: shown }).diagnostics
}

async function check(
  root: string,
  path: string,
  { toolsOf, known: names, strict = false }: AblCheck,
): Promise<ReturnType<typeof checkAbl>> {
  const file = shownPath(root, path)
  const tool = toolsOf(file.split('/')[1] ?? '')
  const known: KnownNames = { ...names, ...(tool ? { tool } : {}) }
  return checkAbl(await readFile(path, 'utf8'), { file, known, read: projectReader(root), strict })
}

/** Every `.abl` file at or below a path, sorted; absolute where the path is. */
export async function findAblFiles(path: string): Promise<string[]> {
  if (path.endsWith('.abl')) return [path]
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const found = entries.map(async entry => {
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : findAblFiles(join(path, entry.name))
    return entry.name.endsWith('.abl') ? [join(path, entry.name)] : []
  })
  return (await Promise.all(found)).flat().sort()
}

function isAgentFile(file: string): boolean {
  return !file.endsWith('.tools.abl')
}
