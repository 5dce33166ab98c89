import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, Parser } from '@oclif/core'
import { describe, expect, it } from 'vitest'

const folder = resolve(import.meta.dirname, '../../src/commands')

/** Every command of the sources with its own words: a file with a default export is one. */
async function commandsOfSources(): Promise<{ name: string; command: Command.Class }[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
  const modules = files.toSorted().map(async file => {
    const { default: command } = (await import(join(folder, file))) as { default?: Command.Class }
    return command ? [{ name: file.replace(/\.ts$/, '').replaceAll('/', ' '), command }] : []
  })
  return (await Promise.all(modules)).flat()
}

/** The arguments of each time that an example runs the command, as a shell would split them. */
function runsOf(example: string, name: string): string[][] {
  const lines = example.replaceAll('<%= config.bin %>', 'loopengine')
  return [...lines.matchAll(/(?<![\w/-])loopengine ([^|>)]+)/g)].map(([, words = '']) => {
    const line = words.replace(/"$/, quote => ((words.match(/"/g) ?? []).length % 2 === 0 ? quote : ''))
    const split = execFileSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1)
    const own = name.split(' ')
    expect(split.slice(0, own.length)).toEqual(own)
    return split.slice(own.length)
  })
}

describe('the examples of the help', async () => {
  for (const { name, command } of await commandsOfSources()) {
    const examples = (command.examples ?? []).map(example => (typeof example === 'string' ? example : example.command))
    it.each(examples)(`${name}: %s`, async example => {
      const runs = runsOf(example, name)
      expect(runs).not.toEqual([])
      for (const argv of runs) {
        const parsing = Parser.parse(argv, {
          flags: { ...command.baseFlags, ...command.flags },
          args: command.args,
          strict: command.strict,
        })
        await expect(parsing).resolves.toBeDefined()
      }
    })
  }
})
