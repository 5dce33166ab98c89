import type { Diagnostic } from '../core/diagnostic.ts'
import type { SettingsReading } from '../settings/read-settings.ts'

/** Whether the expressions of named transforms are expressions; nothing is loaded when there are none. */
export async function checkTransforms({ settings, diagnose }: SettingsReading): Promise<Diagnostic[]> {
  const texts = Object.entries(settings.transforms).flatMap(([transform, { before, after }]) =>
    Object.entries({ before, after }).flatMap(([side, values]) =>
      Object.entries(values ?? {}).map(([name, text]) => ({ text, path: ['transforms', transform, side, name] })),
    ),
  )
  if (texts.length === 0) return []
  const { compileExpression } = await import('../abl/index.ts')
  const diagnostics: Diagnostic[] = []
  for (const { text, path } of texts) {
    const compiled = await compileExpression(text)
    for (const { message, hint } of compiled.ok ? [] : compiled.problems) {
      diagnostics.push(diagnose({ code: 'SETTINGS_TRANSFORM', message, path, ...(hint ? { hint } : {}) }))
    }
  }
  return diagnostics
}
