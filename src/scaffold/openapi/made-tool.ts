/** A tool made of an operation, or why none could be. */
export type MadeTool<T> = { kind: 'tool'; tool: T; losses: string[] } | { kind: 'unsupported'; reasons: string[] }

/** What tools are made for. */
export interface MakeFor {
  /** The tool's name. */
  name: string
  /** The title of the document. */
  api: string
  /** Absolute, without a slash at its end. */
  server: string | undefined
}
