import type { AnyFields } from '../codec/record.ts'

/** A default that a file of tools may set for all its tools, by its key. */
export type DefaultKey = 'base_url' | 'auth' | 'timeout' | 'retry' | 'retry_delay' | 'rate_limit' | 'headers'

/**
 * One way to execute a tool, as the language sees it: its properties in one table, from which they are read, printed,
 * suggested and documented. Contract: shared code never asks which binding it holds; the member declares.
 */
export interface Binding {
  fields: AnyFields
  /** The shared defaults that reach tools of this binding. */
  defaults: readonly DefaultKey[]
  /** Properties of a newer version of the language: ABL2009. */
  newer: readonly string[]
  /** Properties of an older version: passed over without a word. */
  ignored: readonly string[]
  /** Properties that must not stand in a file, with the reason: a warning. */
  refused?: Readonly<Record<string, string>>
}
