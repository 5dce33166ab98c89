import { messageOf } from '../core/errors.ts'

/** Looks for a regular expression anywhere in a text, in time linear to the text's length. */
export type TextPattern = (text: string) => boolean

export type PatternReading = { kind: 'pattern'; pattern: TextPattern } | { kind: 'problem'; message: string }

export type PatternCompiler = (source: string) => PatternReading

const LONGEST_SOURCE = 1_000

/** The RE2 engine, loaded only for an agent that has a rule with `matches`. It cannot blow up, whatever the pattern. */
export async function loadPatternCompiler(): Promise<PatternCompiler> {
  const { RE2JS } = await import('re2js')
  return source => {
    if (source.length > LONGEST_SOURCE)
      return { kind: 'problem', message: `it is longer than ${LONGEST_SOURCE} characters` }
    try {
      const compiled = RE2JS.compile(source)
      return { kind: 'pattern', pattern: text => compiled.matcher(text).find() }
    } catch (error) {
      return { kind: 'problem', message: messageOf(error).replace(/^error parsing regexp: /, '') }
    }
  }
}
