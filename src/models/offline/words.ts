const list = (text: string) => new Set(text.trim().split(/\s+/))

/** Words that carry no subject: they never choose a tool and are never a value. */
const STOP_WORDS = list(`
a an the this that these those it its they them their there he she his her him i me my mine we us our you your one ones
and or but if then than so as not no nor yes yeah ok okay please thanks thank hello hi hey dear just also too very now
is are was were be been being am do does did done doing have has had having can could will would shall should may might
must let lets s t d ll re ve m don doesn didn isn wasn won
what which who whom whose when where why how much many any some all each every more most other another same both
of in on at to for from by with about into near over under between after before during until since without via per
get give show tell find look see know want need like help go make take use using try check up out off down again still
here today currently currency e g eg etc ie something anything everything nothing thing things
detail details info information data value values result results whether ask told say says said`)

/** A tool that begins with one of these only reads. */
export const READING_VERBS = list(`get look lookup find list search read check show fetch count view describe query
retrieve browse load see calculate compute compare estimate convert summarize summarise`)

/** Verbs so general that the noun after them says what the tool does, and may itself be used as the verb. */
export const LIGHT_VERBS = list(`make do perform send submit place give issue request process start post put write apply
grant register execute run create add open update change modify edit set delete remove`)

const SAME_VERBS = [list('update change modify edit set'), list('delete remove'), list('create add make open')]

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase())
}

/** The words of a name or a sentence, lower case: `lookupOrder_v2` gives lookup, order, v2. */
export function wordsOf(text: string): string[] {
  const spaced = text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return (spaced.match(/[\p{L}\p{N}]+/gu) ?? []).map(word => word.toLowerCase())
}

/** A name as one says it: `lookupOrder` gives `look up order`. */
export function spoken(name: string): string {
  return wordsOf(name)
    .join(' ')
    .replace(/^lookup\b/, 'look up')
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

/** The stems of the words that carry a subject. */
export function subjects(text: string): string[] {
  return [
    ...new Set(
      wordsOf(text)
        .filter(word => !isStopWord(word))
        .map(stem),
    ),
  ]
}

/** Stems that ask for the same: a tool that updates may be asked to change. */
export function sameVerbs(verb: string): Set<string> {
  const group = SAME_VERBS.find(verbs => verbs.has(verb)) ?? [verb]
  return new Set([...group].map(stem))
}
