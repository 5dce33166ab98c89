import { constants } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { LoopengineError, systemCode } from '../../core/errors.ts'
import { stateDirectory } from '../../storage/state-directory.ts'

export const MAX_TEXT_BYTES = 256 * 1024

/** A folder whose texts a model may read. */
export interface ReadableFolder {
  /** Absolute. */
  root: string
  /** What it is, for messages. */
  kind: 'project' | 'skill'
}

/**
 * A text file of a folder, cut at `MAX_TEXT_BYTES`. The real path counts, so a link can't lead out; what holds secrets
 * is never read (`.env*`, keys, `.git`, our own state). Names are compared case-folded: some file systems don't tell
 * them apart.
 * @throws LoopengineError `file_not_found`, `file_unreadable`, `outside_project`, `outside_skill`, `secret_file`,
 * `not_a_file`, `not_text`.
 */
export async function readTextInside(folder: ReadableFolder, path: string): Promise<string> {
  const real = await realPathInside({ ...folder, root: await realpath(folder.root) }, path)
  return readText(real, path)
}

/** What lies outside is refused before anything is looked up: not even whether it exists is told. */
async function realPathInside(folder: ReadableFolder, path: string): Promise<string> {
  const asked = resolve(folder.root, path)
  checkPlace(folder, asked, path)
  const real = await realpath(asked).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) {
      throw refusal('file_not_found', `There is no file \`${path}\` in the ${folder.kind}.`)
    }
    throw refusal('file_unreadable', `\`${path}\` can't be read (${systemCode(error)}).`)
  })
  checkPlace(folder, real, path)
  return real
}

function checkPlace({ root, kind }: ReadableFolder, place: string, path: string): void {
  const inside = relative(root, place)
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw refusal(`outside_${kind}`, `\`${path}\` is not a file inside the ${kind}.`)
  }
  const state = stateDirectory(root)
  const isState = place === state || place.startsWith(state + sep)
  if (isState || mayHoldSecrets(inside)) {
    throw refusal('secret_file', `\`${path}\` may hold secrets and is never read.`)
  }
}

const SECRET_NAMES = [
  /^\.env/,
  /^\.(npmrc|netrc|pgpass|pypirc|git-credentials|yarnrc\.yml)$/,
  /^\.(git|ssh|aws|kube|docker|gnupg|loopengine)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)$/,
  /\.(pem|key|p12|pfx|ppk|jks|keystore|kdbx)$/,
  /^credentials(\.json)?$/,
]

/** Whether a relative path leads to what is never read. */
export function mayHoldSecrets(path: string): boolean {
  return path.split(sep).some(isSecretName)
}

/** Windows reads `x.`, `x ` and `x::$DATA` as `x`. */
function isSecretName(part: string): boolean {
  const name = part
    .toLowerCase()
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '')
  return SECRET_NAMES.some(pattern => pattern.test(name))
}

async function readText(real: string, path: string): Promise<string> {
  // A pipe or a device would hold the reader for good.
  const { size } = regularFile(await stat(real), path)
  const file = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const bytes = await firstBytes(file, Math.min(size, MAX_TEXT_BYTES))
    if (bytes.includes(0)) throw refusal('not_text', `\`${path}\` is not a text file.`)
    // As a stream, a letter that the limit cuts in two is left out.
    const text = new TextDecoder().decode(bytes, { stream: true })
    return size > MAX_TEXT_BYTES ? `${text}\n[cut: ${MAX_TEXT_BYTES} of ${size} bytes]` : text
  } finally {
    await file.close()
  }
}

function regularFile<Stats extends { isFile(): boolean }>(stats: Stats, path: string): Stats {
  if (stats.isFile()) return stats
  throw refusal('not_a_file', `\`${path}\` is not a file.`)
}

async function firstBytes(file: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, 0)
  return buffer.subarray(0, bytesRead)
}

function refusal(code: string, message: string): LoopengineError {
  return new LoopengineError(code, message)
}
