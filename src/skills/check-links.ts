import { stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { toDiagnostic } from './problem.ts'

/** A relative link: not `https:`, not `#part`, not from the root. */
const LINK = /\]\((?![\w+.-]+:|[#/<])([^)\s#?]+)/g

/** Links of the instructions that lead to no file of the skill: the model would ask for it in vain. */
export async function checkLinks(
  text: string,
  { file, directory, from }: { file: string; directory: string; from: number },
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = []
  const body = withoutCode(text)
  LINK.lastIndex = from
  for (const { 1: target = '', index } of body.matchAll(LINK)) {
    if (index < from || (await isInside(directory, target))) continue
    const start = index + 2
    const message = `There is no \`${target}\` in this skill.`
    const hint = 'Links lead to files beside SKILL.md, by paths from there.'
    diagnostics.push(
      toDiagnostic({ code: 'SKILL_LINK', message, at: [start, start + target.length], hint }, { file, text }),
    )
  }
  return diagnostics
}

/** Code blanked out, every other character in its place. */
function withoutCode(text: string): string {
  return text.replaceAll(/^(```|~~~)[\s\S]*?^\1|`[^`\n]*`/gm, code => ' '.repeat(code.length))
}

async function isInside(directory: string, target: string): Promise<boolean> {
  const path = resolve(directory, decoded(target))
  if (!path.startsWith(directory + sep)) return false
  return stat(path).then(
    () => true,
    () => false,
  )
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
