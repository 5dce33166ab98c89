import type { Diagnostic } from '../core/diagnostic.ts'
import type { PackedFile, PackedFiles } from './packed-files.ts'

/** An ability while it is read: the problems found so far, and the files that are copied. */
export class Reading {
  readonly diagnostics: Diagnostic[] = []
  /** By path in the ability. */
  readonly files = new Map<string, PackedFile>()
  readonly #packed: PackedFiles

  constructor(packed: PackedFiles) {
    this.#packed = packed
  }

  async text(path: string): Promise<string | undefined> {
    const file = await this.#packed.read(path)
    return file && new TextDecoder().decode(file.bytes)
  }

  /** Takes a file among those that are copied; its text. */
  async copied(path: string): Promise<string | undefined> {
    const file = await this.#packed.read(path)
    if (file) this.files.set(path, file)
    return this.text(path)
  }

  async has(path: string): Promise<boolean> {
    return (await this.#packed.read(path)) !== undefined
  }

  below(folder: string): Promise<string[]> {
    return this.#packed.below(folder)
  }

  report(diagnostics: readonly Diagnostic[]): void {
    this.diagnostics.push(...diagnostics)
  }

  error(code: string, file: string, message: string, hint?: string): void {
    this.diagnostics.push({ code, severity: 'error', message, file, ...(hint === undefined ? {} : { hint }) })
  }
}
