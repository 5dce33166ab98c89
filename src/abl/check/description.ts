import { type Rule, report } from './rule.ts'

/** The model chooses tools by their description. */
export const checkDescription: Rule = tool => {
  if (tool.spec.description.trim() !== '' || tool.context.places.has('description')) return
  const message = `\`${tool.spec.name}\` has no description.`
  report(tool, '', {
    code: 'ABL2012',
    severity: 'warning',
    message,
    hint: 'say what it does, when to use it and what comes back',
  })
}
