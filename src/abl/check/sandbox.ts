import type { SandboxSpec } from '../bindings/spec.ts'
import { type Rule, report } from './rule.ts'

const RESERVED: Readonly<Record<SandboxSpec['runtime'], string>> = {
  javascript:
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield',
  python:
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield',
}

/** Parameters become variables of the code, so none may be a word of its language. */
export const checkSandbox: Rule = tool => {
  const { binding, parameters } = tool.spec
  if (binding?.type !== 'sandbox' || binding.runtime === undefined) return
  const reserved = RESERVED[binding.runtime].split(' ')
  for (const { name } of parameters) {
    if (!reserved.includes(name)) continue
    const message = `The parameter \`${name}\` is a reserved word of ${binding.runtime}.`
    report(tool, `parameters.${name}`, {
      code: 'ABL3012',
      message,
      hint: `rename it, for example to \`${name}_value\``,
    })
  }
}
