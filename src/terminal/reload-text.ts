import { hasErrors } from '../core/diagnostic.ts'
import type { Reload } from '../registry/live-registry.ts'
import { describeDiagnostics } from './describe-diagnostics.ts'
import { styled } from './style.ts'

/** What a reload did: which agents run on their new files, which do not and why. Files are relative to `root`. */
export async function reloadText(
  root: string,
  { swapped, kept, removed, diagnostics, ms }: Reload,
  stream: NodeJS.WriteStream,
): Promise<string> {
  const problems = diagnostics.filter(({ severity }) => severity !== 'info')
  const deniesAll = hasErrors(problems) && kept.length === 0
  const parts = [
    swapped.length > 0 ? `reloaded ${swapped.join(', ')}` : '',
    kept.length > 0 ? `${kept.join(', ')} has errors; the last good one stays` : '',
    removed.length > 0 ? `${removed.join(', ')} is gone` : '',
    deniesAll ? 'no tool runs until the rules are mended' : '',
  ].filter(Boolean)
  const line = `${parts.join('; ') || 'nothing to reload'} (${Math.round(ms)} ms)`
  const title = styled(hasErrors(problems) ? 'red' : 'gray', line, stream)
  return problems.length === 0 ? title : `${title}\n${await describeDiagnostics(root, problems, stream)}`
}
