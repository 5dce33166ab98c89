import type { Span } from './inline.ts'

const WORDS =
  /^(?:const|let|var|function|return|if|else|for|while|import|from|export|async|await|new|class|def|elif|in|not|and|or|try|except|catch|finally|throw|raise|with|as|lambda|then|fi|do|done|case|esac|true|false|null|undefined|None|True|False|type|interface)$/

const LANGUAGE = /^(?:ts|tsx|typescript|js|jsx|javascript|json|py|python|sh|bash|shell|yaml|yml)$/
const HASH_COMMENTS = /^(?:py|python|sh|bash|shell|yaml|yml)$/
const STRING = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\``
const HASH = new RegExp(`${STRING}|(?<!\\S)#.*|[A-Za-z_]\\w*|\\d[\\d.]*|[^]`, 'gu')
const SLASHES = new RegExp(`${STRING}|//.*|[A-Za-z_$][\\w$]*|\\d[\\d.]*|[^]`, 'gu')

/** One line of code in light colours; of a language that is not known, plain. */
export function codeSpans(line: string, language: string): Span[] {
  if (language === 'diff') return [diffSpan(line)]
  if (!LANGUAGE.test(language)) return [{ text: line }]
  const hash = HASH_COMMENTS.test(language)
  return (line.match(hash ? HASH : SLASHES) ?? []).map(token => tokenSpan(token, hash ? '#' : '//'))
}

function diffSpan(text: string): Span {
  if (text.startsWith('+')) return { text, style: 'green' }
  if (text.startsWith('-')) return { text, style: 'red' }
  return text.startsWith('@@') ? { text, style: 'cyan' } : { text }
}

function tokenSpan(text: string, comment: string): Span {
  if (text.startsWith(comment)) return { text, style: 'gray' }
  if (/^["'`]./.test(text)) return { text, style: 'green' }
  if (/^\d/.test(text)) return { text, style: 'yellow' }
  return WORDS.test(text) ? { text, style: 'cyan' } : { text }
}
