import { constants } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { LoopengineError, systemCode } from '../../core/errors.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import { stateDirectory } from '../../storage/state-directory.ts'
import { defineTool } from '../define-tool.ts'

const MAX_BYTES = 256 * 1024

/**
 * Reads a text file of the project. The real path counts, so a link can't lead out; what holds secrets is never read
 * (`.env*`, keys, `.git`, our own state). Names are compared case-folded: some file systems don't tell them apart.
 */
export function readFileTool(root: string): ToolDefinition {
  return defineTool({
    name: 'readFile',
    description: `Read a text file of this project. The path is relative to the project root. Returns the text; at most ${MAX_BYTES / 1024} KB.`,
    input_schema: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'e.g. docs/returns.md', examples: ['docs/returns.md'] },
      },
      required: ['path'],
      additionalProperties: false,
    },
    safe: true,
    execute: async ({ path }) => readText(await realPathInside(await realpath(root), path), path),
  })
}

/** What lies outside is refused before anything is looked up: not even whether it exists is told. */
async function realPathInside(root: string, path: string): Promise<string> {
  checkPlace(root, resolve(root, path), path)
  const real = await realpath(resolve(root, path)).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) {
      throw refusal('file_not_found', `There is no file \`${path}\` in the project.`)
    }
    throw refusal('file_unreadable', `\`${path}\` can't be read (${systemCode(error)}).`)
  })
  checkPlace(root, real, path)
  return real
}

function checkPlace(root: string, place: string, path: string): void {
  const inside = relative(root, place)
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw refusal('outside_project', `\`${path}\` is not a file inside the project.`)
  }
  const state = stateDirectory(root)
  const isState = place === state || place.startsWith(state + sep)
  if (isState || inside.split(sep).some(isSecretName)) {
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
    const bytes = await firstBytes(file, Math.min(size, MAX_BYTES))
    if (bytes.includes(0)) throw refusal('not_text', `\`${path}\` is not a text file.`)
    // As a stream, a letter that the limit cuts in two is left out.
    const text = new TextDecoder().decode(bytes, { stream: true })
    return size > MAX_BYTES ? `${text}\n[cut: ${MAX_BYTES} of ${size} bytes]` : text
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
