import { Args } from '@oclif/core'
import { bashCompletion } from '../terminal/completion/bash.ts'
import { completedCommands } from '../terminal/completion/completed-command.ts'
import { fishCompletion } from '../terminal/completion/fish.ts'
import { zshCompletion } from '../terminal/completion/zsh.ts'
import { BaseCommand } from './base-command.ts'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export default class Completion extends BaseCommand {
  static override summary = 'Print a completion script for your shell.'
  static override description =
    'The script is static: it starts nothing when you press Tab. Print it anew after an update of loopengine.'
  static override examples = [
    `eval "$(<%= config.bin %> completion bash)"`,
    '<%= config.bin %> completion fish > ~/.config/fish/completions/loopengine.fish',
  ]
  static override args = {
    shell: Args.string({ description: 'The shell.', required: true, options: Object.keys(SCRIPTS) }),
  }

  async run(): Promise<unknown> {
    const { args } = await this.parse(Completion)
    const commands = Object.fromEntries(this.config.commands.map(command => [command.id, command]))
    const script = SCRIPTS[args.shell as keyof typeof SCRIPTS](this.config.bin, completedCommands(commands))
    this.print(script.trimEnd())
    return { shell: args.shell, script }
  }
}
