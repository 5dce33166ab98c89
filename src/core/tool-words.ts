const list = (text: string) => new Set(text.trim().split(/\s+/))

const READING_VERBS = list(`get look lookup find list search read check show fetch count view describe query retrieve
browse load calculate compute compare estimate convert`)

const REPORTING_VERBS = list('return give provide report tell')

/** Verbs so general that the noun after them says what a tool does: `issue_refund` refunds. All of them act. */
export const LIGHT_VERBS = list(`make do perform send submit place give issue request process start post put write apply
grant register execute run create add open update change modify edit set delete remove`)

/** The words of a name or a sentence, lower case: `lookupOrder_v2` gives lookup, order, v2. */
export function wordsOf(text: string): string[] {
  const spaced = text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** A name as one says it: `lookupOrder` gives `look up order`. */
export function spoken(name: string): string {
  return wordsOf(name)
    .join(' ')
    .replace(/^lookup\b/, 'look up')
}

export function isReadingVerb(word: string): boolean {
  return READING_VERBS.has(word)
}

/**
 * Whether a tool only reads, as far as its words tell: its name begins with a verb of reading; or with none of acting,
 * and its description does ("Returns the …", "The tide at …"). A guess for proposals, never a permission.
 */
export function soundsReadOnly({ name, description }: { name: string; description: string }): boolean {
  const [verb = '', second = ''] = wordsOf(name)
  if (READING_VERBS.has(verb)) return !(verb === 'check' && /^(?:in|out|off)$/.test(second))
  const [first = ''] = wordsOf(description)
  const plain = first.replace(/(?<=[sx]|ch|sh)es$|(?<!s)s$/, '')
  if (LIGHT_VERBS.has(verb) || plain === verb) return false
  return (
    READING_VERBS.has(plain) || REPORTING_VERBS.has(plain) || /^(?:the|an?|all|current|whether|how|what)$/.test(first)
  )
}
