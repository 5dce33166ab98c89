import { estimateTokenCount } from 'tokenx'

/** About how many tokens a text costs, whatever the model: an estimate for budgets, never for bills. */
export function countTokens(text: string): number {
  return estimateTokenCount(text)
}
