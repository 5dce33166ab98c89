import { stat } from 'node:fs/promises'

/** What files looked like when they were loaded, so that a change is seen even when no event told of it. */
export class FileStamps {
  readonly #stamps = new Map<string, string>()

  /** Remembers how these files look now; with `onlyNew` only those it does not know. */
  async take(files: Iterable<string>, { onlyNew = false } = {}): Promise<void> {
    const wanted = [...files].filter(file => !onlyNew || !this.#stamps.has(file))
    await Promise.all(wanted.map(async file => this.#stamps.set(file, await stampOf(file))))
  }

  /** The known files that look different now; with `among` only of these, and then unknown ones count as different. */
  async changed(among?: Iterable<string>): Promise<string[]> {
    const files = [...(among ?? this.#stamps.keys())]
    const looks = await Promise.all(files.map(stampOf))
    return files.filter((file, at) => this.#stamps.get(file) !== looks[at])
  }
}

async function stampOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${mtimeMs} ${size} ${ino}`
  } catch {
    return 'missing'
  }
}
