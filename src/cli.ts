import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Config, type Interfaces, Plugin, run, settings, toConfiguredId } from '@oclif/core'
import { reportError } from './commands/report-error.ts'
import { wantsJson } from './commands/wants-json.ts'
import { usageError } from './core/errors.ts'
import { didYouMean } from './core/nearest.ts'
import { packageRoot } from './core/package-root.ts'

/** The outermost handler: runs one command line and ends the process with its exit code, whatever user code left open. */
export async function main(argv: string[]): Promise<void> {
  const json = wantsJson(argv)
  const fail = (error: unknown): void => {
    process.exitCode = reportError(error, { json })
  }
  process.stderr.on('error', ignoreClosedPipe)
  process.on('uncaughtException', error => {
    fail(error)
    process.exit()
  })
  await runCommandLine(argv).catch(fail)
  await Promise.all([drain(process.stdout), drain(process.stderr)])
  process.exit()
}

async function runCommandLine(argv: string[]): Promise<void> {
  // Otherwise oclif looks for TypeScript sources of ours whenever NODE_ENV is `test` or `development`.
  settings.enableAutoTranspile = false
  const config = await loadConfig()
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv
  refuseUnknown(words, config)
  await run(words, config)
}

/** oclif's configuration with every command imported only when it runs. */
async function loadConfig(): Promise<Config> {
  const root = packageRoot()
  const pjson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Interfaces.PJSON
  const plugin = new LazyCommands({ isRoot: true, name: pjson.name, pjson, root })
  await plugin.load()
  return Config.load({ root, pjson, plugins: new Map([[plugin.name, plugin]]) })
}

/** The explicit table: the command `permissions:explain` is the file `commands/permissions/explain.ts`. */
class LazyCommands extends Plugin {
  override async findCommand(id: string): Promise<Command.Class> {
    const path = id.replaceAll(':', '/')
    const { default: command } = (await import(`./commands/${path}.ts`)) as { default: Command.Class }
    command.id = id
    command.plugin = this
    return command
  }
}

/** oclif's own "not found" knows no JSON and no nearest name. */
function refuseUnknown(argv: string[], config: Config): void {
  const [first] = argv
  if (first === undefined || argv.includes('--help') || argv.includes('-h') || ['--version', '-v'].includes(first))
    return
  if (first.startsWith('-')) {
    throw usageError('missing_command', `\`${first}\` stands where a command belongs.`, 'Flags come after the command.')
  }
  const words = argv.slice(0, argv.findIndex(word => word.startsWith('-')) >>> 0)
  const named = [words.slice(0, 2).join(':'), first].some(id => config.findCommand(id))
  if (named) return
  if (words.length === 1 && config.findTopic(first) && !wantsJson(argv)) return
  throw unknownCommand(words, config)
}

function unknownCommand(words: string[], config: Config): Error {
  const commands = config.commands.filter(command => !command.hidden).map(({ id }) => toConfiguredId(id, config))
  const [topic = ''] = words
  const isTopic = config.findTopic(topic) !== undefined
  const asked = isTopic ? words.slice(0, 2).join(' ') : topic
  const candidates = isTopic
    ? commands.filter(id => id.startsWith(`${topic} `))
    : commands.map(id => id.split(' ')[0] ?? id)
  const hint = [didYouMean(asked, candidates), isTopic ? `Commands here: ${candidates.join(', ')}.` : '']
    .join(' ')
    .trim()
  return usageError(
    'unknown_command',
    `Unknown command \`${asked}\`.`,
    hint || '`loopengine --help` lists the commands.',
  )
}

/** A reader that went away (`| head`) is no failure. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

function drain(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve =>
    stream.writableEnded || stream.destroyed ? resolve() : stream.write('', () => resolve()),
  )
}
