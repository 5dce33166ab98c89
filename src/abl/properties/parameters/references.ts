import type { ReadContext } from '../../codec/codec.ts'
import { shown, suggestion } from '../../scan/report.ts'
import type { ParameterSpec } from '../../types.ts'

/** Properties that name a parameter must name one of the signature (ABL2010). */
export function reportUnknownParameters(
  parameters: readonly Pick<ParameterSpec, 'name'>[],
  { references, report }: ReadContext,
): void {
  const names = new Set(parameters.map(parameter => parameter.name))
  for (const { kind, name, span } of references) {
    if (kind !== 'parameter' || names.has(name)) continue
    const hint =
      suggestion(name, names) ??
      (names.size > 0 ? `parameters: ${[...names].join(', ')}` : 'this tool has no parameters')
    report.add({ code: 'ABL2010', span, message: `\`${shown(name)}\` is no parameter of this tool.`, hint })
  }
}
