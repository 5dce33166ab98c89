import { type Codec, keyOf, type ReadContext, refuse, refuseKind } from '../codec/codec.ts'
import type { Leaf } from '../scan/node.ts'
import { sliceLeaf } from '../scan/node.ts'
import { quote, readQuoted } from '../scan/quoted.ts'
import { shown, suggestion } from '../scan/report.ts'
import type { OnFail } from '../spec.ts'

const WITH_MESSAGE = ['block', 'reask', 'warn', 'fallback'] as const
const WORDS: readonly string[] = [...WITH_MESSAGE, 'use_original']

/** `reask("message")` and its like, or `use_original`. */
export const onFail: Codec<OnFail> = {
  read(value, context) {
    if (value.kind !== 'inline') return refuseKind(value, context, `one of ${WORDS.join(', ')}`)
    const { leaf } = value
    if (leaf.text === 'use_original') return { kind: 'use_original' }
    const [head = '', word = ''] = /^(\w+)\s*\(/.exec(leaf.text) ?? []
    const kind = WITH_MESSAGE.find(known => known === word)
    if (!kind || !leaf.text.endsWith(')')) return refuseWord(leaf, context)
    return readMessage(kind, sliceLeaf(leaf, head.length, leaf.text.length - 1), context)
  },
  print: value => (value.kind === 'use_original' ? value.kind : `${value.kind}(${quote(value.message)})`),
}

function readMessage(kind: (typeof WITH_MESSAGE)[number], inner: Leaf, context: ReadContext): OnFail | undefined {
  const quoted = readQuoted(inner)
  if (quoted.kind === 'quoted') return { kind, message: quoted.text }
  if (quoted.kind === 'broken') return refuse(context, quoted.problem)
  const message = `\`${kind}\` needs one message in quotes.`
  return refuse(context, { code: 'ABL2011', span: inner, message, hint: `write ${kind}("…")` })
}

function refuseWord(leaf: Leaf, context: ReadContext): undefined {
  const message = `\`${keyOf(context)}\` must be one of ${WORDS.join(', ')}, not \`${shown(leaf.text)}\`.`
  const word = /^\w*/.exec(leaf.text)?.[0] ?? ''
  refuse(context, { code: 'ABL2011', span: leaf, message, hint: suggestion(word, WORDS) ?? 'write block("message")' })
}
