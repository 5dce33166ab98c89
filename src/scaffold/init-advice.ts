import { isRecord } from '../core/json.ts'
import type { TextFile } from './init-template.ts'

/** What the person must add by hand, because a file that exists is never changed. One note a file that lacks something. */
export function adviceFor(wanted: TextFile, existing: string): string[] {
  if (wanted.path === 'package.json') return packageAdvice(wanted.text, existing)
  if (wanted.path === '.gitignore' || wanted.path === '.env') return lineAdvice(wanted, existing)
  return []
}

const PARTS = ['dependencies', 'devDependencies', 'scripts']

function packageAdvice(wanted: string, existing: string): string[] {
  const current = parsed(existing)
  if (!current) return ['package.json is no JSON object: it was left alone.']
  const missing = PARTS.flatMap(part => missingEntries(part, parsed(wanted)?.[part], current))
  const type = current.type === 'module' ? [] : ['"type": "module"']
  const all = [...type, ...missing]
  return all.length === 0 ? [] : [`package.json exists and was left alone. Add to it: ${all.join(', ')}`]
}

function missingEntries(part: string, wanted: unknown, current: Record<string, unknown>): string[] {
  if (!isRecord(wanted)) return []
  const present = new Set(
    PARTS.filter(each => (each === 'scripts') === (part === 'scripts')).flatMap(each => keysOf(current[each])),
  )
  const missing = Object.entries(wanted).filter(([name]) => !present.has(name))
  return missing.map(([name, value]) => `${part}: ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
}

function lineAdvice({ path, text }: TextFile, existing: string): string[] {
  const present = new Set(linesOf(existing))
  const missing = linesOf(text).filter(line => !line.startsWith('#') && !present.has(line))
  return missing.length === 0
    ? []
    : [`${path} exists and was left alone. Add these lines to it: ${missing.join(' · ')}`]
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
}

function keysOf(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : []
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
