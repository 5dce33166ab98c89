import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = resolve(import.meta.dirname, '../../src')

/** A module imports itself or what stands after it (docs/architecture.md, "Modules"). */
const ORDER = [
  'cli',
  'commands',
  'terminal',
  'server',
  'testing',
  'index',
  'registry',
  'abilities',
  'scaffold',
  'runtime',
  'edit',
  'tools',
  'loop',
  'workflows',
  'permissions',
  'models',
  'abl',
  'sessions',
  'skills',
  'knowledge',
  'settings',
  'sandbox',
  'net',
  'policies',
  'storage',
  'telemetry',
  'core',
]

interface Arrow {
  from: string
  to: string
  file: string
}

describe('the order of modules', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.startsWith('templates'))
    .sort()

  it('names every module that exists', () => {
    const unnamed = [...new Set(files.map(moduleOf))].filter(module => !ORDER.includes(module))
    expect(unnamed).toEqual([])
  })

  it('points downwards only', () => {
    const upwards = files.flatMap(arrowsOf).filter(arrow => ORDER.indexOf(arrow.to) < ORDER.indexOf(arrow.from))
    expect(upwards).toEqual([])
  })

  it('lets loop/ import nothing but core/', () => {
    const foreign = files
      .flatMap(arrowsOf)
      .filter(arrow => arrow.from === 'loop' && !['loop', 'core'].includes(arrow.to))
    expect(foreign).toEqual([])
  })

  it('has no circle between files', () => {
    expect(circles(files)).toEqual([])
  })
})

function moduleOf(file: string): string {
  return file.split(/[/\\]/)[0]?.replace(/\.ts$/, '') ?? ''
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(match => match[1] ?? '')
  return targets.map(target => relative(source, resolve(source, dirname(file), target)))
}

function arrowsOf(file: string): Arrow[] {
  return importsOf(file).map(target => ({ from: moduleOf(file), to: moduleOf(target), file }))
}

function circles(all: string[]): string[] {
  const found = new Set<string>()
  const done = new Set<string>()
  const walk = (file: string, path: string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) found.add([...path.slice(at), file].join(' -> '))
    if (at >= 0 || done.has(file)) return
    for (const next of importsOf(file)) if (all.includes(next)) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of all) walk(file, [])
  return [...found]
}
