import type { Range } from '../core/diagnostic.ts'
import { messageOf } from '../core/errors.ts'
import { type Path, type Places, rangeBetween, yamlPlaces } from './yaml-places.ts'

export interface YamlProblem {
  message: string
  range: Range
}

/** A YAML (or JSON) text as plain data, with the place of each part of it. */
export interface ParsedYaml {
  /** Undefined when the text has syntax errors. */
  value: unknown
  places: Places
  problems: YamlProblem[]
}

/** Reads one document; aliases and merge keys are resolved. Never throws. */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text.replace(/^\ufeff/, ''), { lineCounter: lines, merge: true, prettyErrors: false })
  const places = yamlPlaces(document, lines)
  const problems = document.errors.map(({ message, pos: [start, end] }) => ({
    message: sentence(message),
    range: rangeBetween(lines, start, end),
  }))
  if (problems.length > 0) return { value: undefined, places, problems }
  try {
    return { value: document.toJS(), places, problems }
  } catch (error) {
    const problem = { message: sentence(messageOf(error)), range: places.value([]) }
    return { value: undefined, places, problems: [problem] }
  }
}

function sentence(message: string): string {
  return `${message.split('\n')[0]}.`.replace(/[.:]*\.$/, '.')
}

/** `tools.allow_hosts[0]`, as messages name a place; the whole is an empty text. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}
