import { wordsOf } from './tool-words.ts'

const list = (text: string) => new Set(text.trim().split(/\s+/))

const STOP_WORDS = list(`
a an the this that these those it its they them their there he she his her him i me my mine we us our you your one ones
and or but if then than so as not no nor yes yeah ok okay please thanks thank hello hi hey dear just also too very now
is are was were be been being am do does did done doing have has had having can could will would shall should may might
must let lets s t d ll re ve m don doesn didn isn wasn won what which who whom whose when where why how much many any
some all each every more most other another same both of in on at to for from by with about into near over under e g eg
between after before during until since without via per get give show tell find look see know want need like help go etc
make take use using try check up out off down again still something anything everything nothing thing because ie
detail details info information data value values result results whether ask told say says said called named titled`)

/** Whether a word, in lower case, carries no subject. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

/** What the forms of one word have in common: ships, shipped and shipment give `ship`. */
export function stem(word: string): string {
  let rest = word.toLowerCase()
  for (let before = ''; before !== rest; ) {
    before = rest
    const cut = rest.replace(/(?:ations?|ments?|ings?|ed|ers?|ors?|ly|ies|(?<=[sxz]|ch|sh)es|(?<!s)s|[eyi])$/, '')
    if (cut.length >= 3) rest = cut.replace(/([bdfglmnprt])\1$/, '$1')
  }
  return rest.slice(0, 7)
}

/** The stems of the words that carry a subject, each once. */
export function subjects(text: string): string[] {
  const words = wordsOf(text).filter(word => !isStopWord(word))
  return [...new Set(words.map(stem))]
}

/** Whether a text has a word that stands for something said before. */
export function pointsBack(text: string): boolean {
  return /\b(?:its?|that|this|these|those|ones?|them|they|there|same|he|she|his|her)\b/i.test(text)
}

const SAME_VERBS = ['update change modify edit set', 'delete remove', 'create add make open'].map(
  group => new Set(group.split(' ').map(stem)),
)

/** Whether two verbs, in any form of them, ask for the same: who says "change" may mean a tool that updates. */
export function asksTheSame(word: string, verb: string): boolean {
  const [one, other] = [stem(word), stem(verb)]
  return one === other || SAME_VERBS.some(same => same.has(one) && same.has(other))
}
