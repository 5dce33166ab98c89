import { open, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { LoopengineError, systemCode } from '../../core/errors.ts'
import type { ToolDefinition } from '../../core/tool.ts'
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
    execute: async ({ path }) => {
      const real = await realPathInside(await realpath(root), path)
      return readText(real, path)
    },
  })
}

async function realPathInside(root: string, path: string): Promise<string> {
  const asked = resolve(root, path)
  refuseSecret(relative(root, asked), path)
  const real = await realpath(asked).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') throw refusal('file_not_found', `There is no file \`${path}\` in the project.`)
    throw refusal('file_unreadable', `\`${path}\` can't be read (${systemCode(error)}).`)
  })
  const inside = relative(root, real)
  if (inside === '..' || inside.startsWith(`..${sep}`) || resolve(root, inside) !== real || inside === '') {
    throw refusal('outside_project', `\`${path}\` is not a file inside the project.`)
  }
  refuseSecret(inside, path)
  return join(root, inside)
}

const SECRET_NAMES = [
  /^\.env/,
  /^\.npmrc$/,
  /^\.netrc$/,
  /^\.git$/,
  /^\.ssh$/,
  /^\.aws$/,
  /^\.loopengine$/,
  /^id_(rsa|dsa|ecdsa|ed25519)$/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx)$/,
  /^credentials(\.json)?$/,
]

function refuseSecret(inside: string, path: string): void {
  const parts = inside.split(sep).map(part => part.toLowerCase().replace(/[. ]+$/, ''))
  if (!parts.some(part => SECRET_NAMES.some(pattern => pattern.test(part)))) return
  throw refusal('secret_file', `\`${path}\` may hold secrets and is never read.`)
}

async function readText(real: string, path: string): Promise<string> {
  const file = await open(real, 'r')
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw refusal('not_a_file', `\`${path}\` is not a file.`)
    const buffer = Buffer.alloc(Math.min(stat.size, MAX_BYTES))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    const bytes = buffer.subarray(0, bytesRead)
    if (bytes.includes(0)) throw refusal('not_text', `\`${path}\` is not a text file.`)
    const text = bytes.toString('utf8')
    return stat.size > MAX_BYTES ? `${text}\n[cut: ${MAX_BYTES} of ${stat.size} bytes]` : text
  } finally {
    await file.close()
  }
}

function refusal(code: string, message: string): LoopengineError {
  return new LoopengineError(code, message)
}
