import type { ts } from 'ts-morph'

/** The compiler API that ts-morph bundles: never the user's own typescript, and loaded only when a file is edited. */
export type Compiler = typeof ts
export type { ts }

let loaded: Promise<Compiler> | undefined

export function loadCompiler(): Promise<Compiler> {
  loaded ??= import('ts-morph').then(module => module.ts)
  return loaded
}
