import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bashCompletion } from '../../../src/terminal/completion/bash.ts'
import { completedCommands } from '../../../src/terminal/completion/completed-command.ts'
import { fishCompletion } from '../../../src/terminal/completion/fish.ts'
import { zshCompletion } from '../../../src/terminal/completion/zsh.ts'
import { project } from '../../helpers/project.ts'

const manifest = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../oclif.manifest.json'), 'utf8'))
const commands = completedCommands(manifest.commands)
const { root } = project({
  'agents/shop/index.ts': '',
  'agents/desk.ts': '',
  '.loopengine/sessions/s1.jsonl': '',
})

/** What bash offers for the last of these words, in a real bash. */
function offered(...words: string[]): string[] {
  const script = `${bashCompletion('loopengine', commands)}
COMP_WORDS=(loopengine "$@"); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_loopengine; printf '%s\\n' "\${COMPREPLY[@]}"`
  const output = execFileSync('bash', ['-c', script, 'bash', ...words], { cwd: root, encoding: 'utf8' })
  return output.split('\n').filter(line => line !== '')
}

describe('in bash, Tab offers', () => {
  it('the commands that begin so', () => {
    expect(offered('add-a')).toEqual(expect.arrayContaining(['add-agent']))
    expect(offered('add-a')).not.toContain('add-tool')
  })

  it('what a topic holds', () => expect(offered('permissions', 'ex')).toEqual(['explain']))

  it('the agents of the project', () => expect(offered('run', '')).toEqual(['desk', 'shop']))

  it('the agents also behind a flag', () => expect(offered('add-tool', 'x', '--agent', 's')).toEqual(['shop']))

  it('the words that a flag knows', () => {
    expect(offered('add-tool', 'x', '--decision', '')).toEqual(['allow', 'ask', 'deny'])
  })

  it('the flags of the command', () => expect(offered('call', 'shop', '--appr')).toEqual(['--approve']))

  it('sessions', () => expect(offered('chat', '--session', '')).toEqual(['s1']))
})

describe('every command and flag', () => {
  const scripts = { bash: bashCompletion, fish: fishCompletion, zsh: zshCompletion }
  for (const [shell, script] of Object.entries(scripts)) {
    it(`is in the script for ${shell}`, () => {
      const text = script('loopengine', commands)
      const missing = commands.flatMap(({ words, flags }) =>
        [...words, ...flags.flatMap(({ names }) => names.map(name => name.replace(/^--?/, '')))].filter(
          word => !text.includes(word),
        ),
      )
      expect(missing).toEqual([])
    })
  }
})
