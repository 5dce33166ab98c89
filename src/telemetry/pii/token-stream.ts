/** Text that arrives in pieces, with its tokens filled in. */
export interface TokenStream {
  /** What can be shown now: a token that has only begun is held back. */
  push(text: string): string
  /** The rest. */
  end(): string
}

/** Longer than any token. */
const LONGEST_TOKEN = 40

/** `restore` fills in the tokens of a text that holds no half of one. */
export function tokenStream(restore: (text: string) => string): TokenStream {
  let held = ''
  return {
    push: text => {
      const whole = held + text
      const open = whole.lastIndexOf('«')
      const isOpen = open >= 0 && !whole.includes('»', open) && whole.length - open < LONGEST_TOKEN
      held = isOpen ? whole.slice(open) : ''
      return restore(isOpen ? whole.slice(0, open) : whole)
    },
    end: () => {
      const rest = restore(held)
      held = ''
      return rest
    },
  }
}
