/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** An amount in the smallest unit of its currency, so that sums are exact; undefined when it is finer than that. */
export function toMinor(amount: number, currency: string): number | undefined {
  const minor = Number((amount * 10 ** decimalsOf(currency)).toFixed(6))
  return Number.isSafeInteger(minor) ? minor : undefined
}

export function fromMinor(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency)
}

/** `12.50 USD`, `1200 JPY`. */
export function money(minor: number, currency: string): string {
  return `${fromMinor(minor, currency).toFixed(decimalsOf(currency))} ${currency}`
}
