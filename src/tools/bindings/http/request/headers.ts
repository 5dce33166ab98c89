import type { NamedValue } from '../../../../abl/index.ts'
import type { AttemptCall } from '../../binding.ts'
import { fill, invalid, type NamedTemplate } from './fill.ts'

/** Headers laid over others; the same name in another case is the same header. */
export function mergeHeaders(base: readonly NamedValue[], over: readonly NamedValue[]): NamedValue[] {
  const names = new Set(over.map(({ name }) => name.toLowerCase()))
  return [...base.filter(({ name }) => !names.has(name.toLowerCase())), ...over]
}

export function fillHeaders(templates: readonly NamedTemplate[], call: AttemptCall): Record<string, string> {
  return Object.fromEntries(
    templates.map(({ name, template }) => [name, checkedValue(name, fill(template, call, 'header'))]),
  )
}

function checkedValue(name: string, value: string): string {
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    throw invalid(`The value of the header \`${name}\` holds a control character.`)
  return value.trim()
}

/** Some headers over others, whatever their case. */
export function overlaid(base: Record<string, string>, over: Record<string, string>): Record<string, string> {
  const names = new Set(Object.keys(over).map(name => name.toLowerCase()))
  const kept = Object.entries(base).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...over }
}

export function headerOf(headers: Record<string, string>, name: string): string | undefined {
  return Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]
}

/** As the wire carries them: letters beyond ASCII as the bytes of UTF-8. */
export function wireHeaders(headers: Record<string, string>): Record<string, string> {
  const isPlain = (value: string) => /^[\x20-\x7e]*$/.test(value)
  const wire = (value: string) => (isPlain(value) ? value : Buffer.from(value, 'utf8').toString('latin1'))
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, wire(value)]))
}
