/** Joins of an emoji or of a script that needs them (Arabic, Indic): what they belong to shows. */
const VISIBLE_JOIN =
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})' +
  '|(?<=[\\p{Emoji}\\p{Extended_Pictographic}])\\ufe0f' +
  '|(?<=[\\p{L}\\p{M}])(?<![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\u200c\\u200d](?=[\\p{L}\\p{M}])'

const HIDDEN = '(?![\\n\\t])[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]'

const JOIN_OR_HIDDEN = new RegExp(`(${VISIBLE_JOIN})|${HIDDEN}`, 'gu')

/**
 * Text from a model, a tool or a file as a terminal may be given it: control, bidirectional and invisible characters
 * are written out (`\u001b`), so that nothing moves the cursor, reorders a line or hides in it. Line feeds and tabs stay.
 */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(JOIN_OR_HIDDEN, (character: string, join: string | undefined) => {
    return join ?? written(character)
  })
}

function written(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}
