/** Terms of the shop. Change them here: the tool and what the agent says follow. */
export const TERMS = {
  /** Days after delivery in which everything that was paid comes back. */
  fullDays: 14,
  /** Days after delivery in which a part of it comes back. */
  partDays: 30,
  /** Percent that comes back between the two. */
  partPercent: 80,
  /** Taken off an item that was used, in percent of what would come back. */
  wearPercent: 25,
} as const

export interface Returned {
  /** What was paid for the items that come back, in the smallest unit of the currency. */
  paid: number
  /** What was paid for sending them; comes back only when the shop is at fault. */
  shipping: number
  /** Whole days from delivery to today. */
  days: number
  condition: 'unopened' | 'opened' | 'used' | 'faulty'
}

export interface Quote {
  /** In the smallest unit of the currency. */
  refund: number
  /** How it came about, one step a line. */
  steps: string[]
}

/** What comes back for returned items by the terms. Rounded in favour of the customer. */
export function quote({ paid, shipping, days, condition }: Returned): Quote {
  if (condition === 'faulty') {
    return { refund: paid + shipping, steps: ['Faulty: everything that was paid comes back, shipping too.'] }
  }
  const { fullDays, partDays, partPercent, wearPercent } = TERMS
  if (days > partDays) {
    return { refund: 0, steps: [`Delivered ${days} days ago: after ${partDays} days nothing comes back.`] }
  }
  const percent = days <= fullDays ? 100 : partPercent
  const steps = [`Delivered ${days} days ago: ${percent} % of the price comes back, shipping does not.`]
  const share = Math.ceil((paid * percent) / 100)
  if (condition !== 'used') return { refund: share, steps }
  return {
    refund: Math.ceil((share * (100 - wearPercent)) / 100),
    steps: [...steps, `Used: ${wearPercent} % is taken off.`],
  }
}
