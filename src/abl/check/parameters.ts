import { type Rule, report } from './rule.ts'

/** Parameters that nobody can give a value. */
export const checkParameters: Rule = tool => {
  for (const { name, required, source, visibility } of tool.spec.parameters) {
    if (visibility.model || source.kind !== 'model' || !required) continue
    const message = `\`${name}\` is hidden from the model, is required, and has no other source.`
    report(tool, `parameters.${name}`, {
      code: 'ABL2012',
      severity: 'warning',
      message,
      hint: 'add a source or a default',
    })
  }
}
