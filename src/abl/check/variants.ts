import { type Rule, report } from './rule.ts'

/** Request variants: each is chosen by something, at most one is the default, names are there once. */
export const checkVariants: Rule = tool => {
  const { binding } = tool.spec
  if (binding?.type !== 'http') return
  const names = new Set<string>()
  let defaults = 0
  for (const [index, { name, when, default: isDefault }] of binding.variants.entries()) {
    const path = `request_variants.${index}`
    if (name !== undefined && names.has(name)) {
      report(tool, `${path}.name`, {
        code: 'ABL2004',
        message: `Two request variants are called \`${name}\`.`,
        hint: 'rename one of them',
      })
    }
    if (name !== undefined) names.add(name)
    if (isDefault && ++defaults > 1) {
      report(tool, `${path}.default`, {
        code: 'ABL3009',
        message: 'Only one request variant can be the default.',
        hint: 'give the other one a when',
      })
    }
    const isBroken = tool.context.places.has(`${path}.when`) && when === undefined
    if (!isDefault && when === undefined && !isBroken) {
      report(tool, path, {
        code: 'ABL2012',
        message: 'A request variant needs `when` or `default: true`.',
        hint: 'add when: and a condition',
      })
    }
    if (isDefault && when !== undefined) {
      const message = 'A request variant with `default: true` is chosen when no other one is; its `when` has no effect.'
      report(tool, `${path}.when`, {
        code: 'ABL3009',
        severity: 'warning',
        message,
        hint: 'leave out when, or default',
      })
    }
  }
}
