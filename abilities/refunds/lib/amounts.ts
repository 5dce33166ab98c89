/** How many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** An amount in the smallest unit of its currency; throws when it is finer than that. */
export function toMinor(amount: number, currency: string): number {
  const factor = 10 ** decimalsOf(currency)
  const minor = Math.round(amount * factor)
  if (Math.abs(amount * factor - minor) > 1e-6) throw new Error(`${amount} is too fine for ${currency}.`)
  return minor
}

export function fromMinor(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency)
}
