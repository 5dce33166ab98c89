import { textOf } from '../edit/change-set/change-set.ts'
import { comparable, contentHash } from './content.ts'

/** The three states of a file; undefined is no file. */
export interface ThreeWays {
  /** As the installed version brought it. */
  base: Uint8Array | undefined
  /** As it is in the project. */
  yours: Uint8Array | undefined
  /** As the new version brings it. */
  theirs: Uint8Array | undefined
}

export type Merge =
  /** The file stays as it is. */
  | { kind: 'keep' }
  | { kind: 'write'; bytes: Uint8Array }
  | { kind: 'remove' }
  /** Both sides changed the same lines; `marked` has both, between markers. */
  | { kind: 'conflict'; why: string; marked: Uint8Array }
  /** Both sides changed it, and no text can hold both. */
  | { kind: 'clash'; why: string }

export interface MarkerLabels {
  yours: string
  theirs: string
}

/** What becomes of one file when an ability is upgraded. */
export async function mergeFile({ base, yours, theirs }: ThreeWays, labels: MarkerLabels): Promise<Merge> {
  if (isSame(base, theirs) || isSame(yours, theirs)) return { kind: 'keep' }
  if (isSame(yours, base)) return theirs ? { kind: 'write', bytes: inStyleOf(theirs, yours) } : { kind: 'remove' }
  if (!theirs) return { kind: 'clash', why: 'you changed it, and the new version drops it' }
  if (!yours) return { kind: 'clash', why: 'you removed it, and the new version changes it' }
  return mergeTexts({ base, yours, theirs }, labels)
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (!a || !b) return a === b
  return contentHash(a) === contentHash(b)
}

async function mergeTexts({ base, yours, theirs }: ThreeWays, labels: MarkerLabels): Promise<Merge> {
  const [old, own, fresh] = [base, yours, theirs].map(bytes => bytes && textOf(comparable(bytes)))
  if (own === undefined || fresh === undefined || (base && old === undefined)) {
    return { kind: 'clash', why: 'both sides changed it, and it is no text' }
  }
  const { diff3Merge } = await import('node-diff3')
  const regions = diff3Merge(own.split('\n'), (old ?? '').split('\n'), fresh.split('\n'), {
    excludeFalseConflicts: true,
  })
  const isClean = regions.every(({ conflict }) => conflict === undefined)
  const lines = regions.flatMap(({ ok, conflict }) => ok ?? marked(conflict?.a ?? [], conflict?.b ?? [], labels))
  const bytes = inStyleOf(Buffer.from(lines.join('\n')), yours)
  return isClean
    ? { kind: 'write', bytes }
    : { kind: 'conflict', why: 'both sides changed the same lines', marked: bytes }
}

function marked(own: string[], fresh: string[], { yours, theirs }: MarkerLabels): string[] {
  return [`<<<<<<< ${yours}`, ...own, '=======', ...fresh, `>>>>>>> ${theirs}`]
}

/** Line ends as the file in the project has them. */
function inStyleOf(bytes: Uint8Array, yours: Uint8Array | undefined): Uint8Array {
  const own = yours && textOf(yours)
  const text = textOf(bytes)
  if (!own?.includes('\r\n') || text === undefined) return bytes
  return Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'))
}

/** The line on which conflict markers begin; undefined when there are none. */
export function markerLine(text: string): number | undefined {
  const at = text.split('\n').findIndex(line => /^<{7} |^>{7} /.test(line))
  return at < 0 ? undefined : at + 1
}
