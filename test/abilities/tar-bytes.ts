// Tarballs made byte for byte, so that they can say what no tool would write.

export interface TarEntry {
  /** Bytes, for names that are no text. */
  path: string | Uint8Array
  /** One character of the header. @default '0', a file */
  type?: string
  content?: string | Uint8Array
  mode?: number
  link?: string
  /** What the header claims, when it is not what follows. */
  size?: number
  /** Leaves the checksum wrong. */
  damaged?: boolean
}

/** A ustar archive of these entries, with its two empty blocks. */
export function tarBytes(entries: readonly TarEntry[]): Uint8Array {
  return Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(1024)])
}

/** An extended header: `key=value` records for the entry that follows. */
export function pax(records: Readonly<Record<string, string>>): TarEntry {
  return { path: 'PaxHeader/x', type: 'x', content: Object.entries(records).map(recordOf).join('') }
}

function recordOf([key, value]: [string, string]): string {
  const rest = ` ${key}=${value}\n`
  const length = Buffer.byteLength(rest)
  const digits = String(length + String(length).length).length
  return `${length + digits}${rest}`
}

function blocksOf(entry: TarEntry): Buffer[] {
  const content = Buffer.from(entry.content ?? '')
  return [headerOf(entry, content.length), content, Buffer.alloc((512 - (content.length % 512)) % 512)]
}

function headerOf({ path, type = '0', mode = 0o644, link = '', size, damaged }: TarEntry, length: number): Buffer {
  const header = Buffer.alloc(512)
  Buffer.from(path).copy(header, 0, 0, 100)
  header.write(octal(mode, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size ?? length, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(link, 157, 100)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, damaged ? 7 : 0)
  header.write(`${octal(sum, 6)}\u0000 `, 148)
  return header
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}
