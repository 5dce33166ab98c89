import { plainHost } from './host-problem.ts'

/** Hosts that may be reached although they are private. An entry is `host` (any port) or `host:port`. */
export class AllowList {
  readonly #entries: ReadonlySet<string>

  /** Entries that are no host are left out: the settings' own check names them. */
  constructor(entries: readonly string[]) {
    this.#entries = new Set(entries.flatMap(entry => canonicalEntry(entry) ?? []))
  }

  has(hostname: string, port: string | number): boolean {
    const host = plainHost(hostname)
    return this.#entries.has(host) || this.#entries.has(`${host} ${port}`)
  }
}

/** Written as the URL parser writes it, so that `127.1` and `[0:0::1]` are found again. */
function canonicalEntry(entry: string): string | undefined {
  const port = /:(\d+)$/.exec(entry)?.[1]
  const host = port === undefined ? entry : entry.slice(0, -port.length - 1)
  if (!URL.canParse(`http://${host}`)) return undefined
  const { hostname } = new URL(`http://${host}`)
  return port === undefined ? plainHost(hostname) : `${plainHost(hostname)} ${Number(port)}`
}

/** The port that a URL means. */
export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}
