const LITTLE = new Set(
  `a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its
  may me my no not of on or our should so some such than that the their them then there these they this to was we were
  what when where which who why will with would you your`.split(/\s+/),
)

/** The words of a text that say something, lower case, in a form that `rules` and `rule` share. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter(word => !LITTLE.has(word)).map(stem)
}

/** Endings off, as long as enough is left; crude, and the same for the question and the documents. */
function stem(word: string): string {
  const cut = word.replace(/(?:ations?|ings?|edly|ed|ies|es|s|ly|y|e)$/, '')
  return cut.length >= 3 ? cut : word
}
