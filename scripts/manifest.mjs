// Writes oclif.manifest.json from the built commands; with `--check` it only says whether the file is in step.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Plugin } from '@oclif/core'
import { commandFiles } from './bundle.mjs'
import { root } from './root.mjs'

const file = join(root, 'oclif.manifest.json')

/** Returns true when the file had to change. */
export async function writeManifest() {
  const text = await manifestText()
  if (text === currentText()) return false
  writeFileSync(file, text)
  return true
}

async function manifestText() {
  const pjson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const plugin = new BuiltCommands({ isRoot: true, pjson, root, ignoreManifest: true, errorOnManifestCreate: true })
  await plugin.load()
  const { commands, version } = plugin.manifest
  return `${JSON.stringify({ commands: sorted(commands), version }, null, 2)}\n`
}

class BuiltCommands extends Plugin {
  async getCommandIDs() {
    return commandFiles().map(path => path.replace(/\.ts$/, '').replaceAll('/', ':'))
  }

  async findCommand(id) {
    const path = join(root, 'dist/commands', `${id.replaceAll(':', '/')}.js`)
    const { default: command } = await import(pathToFileURL(path).href)
    command.id = id
    return command
  }
}

function currentText() {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function sorted(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function check() {
  if ((await manifestText()) !== currentText()) return 'oclif.manifest.json is not in step with the commands.'
  return isCommitted() ? undefined : 'oclif.manifest.json has changed: commit it.'
}

function isCommitted() {
  if (!existsSync(join(root, '.git'))) return true
  try {
    return execFileSync('git', ['status', '--porcelain', '--', file], { cwd: root, encoding: 'utf8' }) === ''
  } catch {
    return true
  }
}

if (process.argv[1] === import.meta.filename) {
  const problem = process.argv.includes('--check') ? await check() : undefined
  if (problem) {
    console.error(`${problem} Run \`npm run manifest\`.`)
    process.exitCode = 1
  } else if (!process.argv.includes('--check')) {
    await writeManifest()
  }
}
