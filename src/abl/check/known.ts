import type { ReferenceKind } from '../codec/codec.ts'

/**
 * What the project declares, for the names that a file refers to. A kind that is left out is not looked up: an empty
 * list says that there is none.
 */
export type KnownNames = { readonly [K in Exclude<ReferenceKind, 'parameter'>]?: readonly string[] } & {
  /** The project's settings give a base for relative endpoints. */
  baseUrl?: boolean
}
