import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Args } from '@oclif/core'
import { planUndo } from '../edit/change-set/undo-change.ts'
import { findProjectRoot } from '../registry/project-root.ts'
import { newlyAllowedBy } from '../scaffold/newly-allowed.ts'
import { ChangeCommand } from './change-command.ts'

export default class Undo extends ChangeCommand {
  static override summary = 'Take back the last change that a command of loopengine made.'
  static override description =
    'Refused, with the difference, when a file was changed since. The last 50 changes can be taken back.'
  static override examples = ['<%= config.bin %> undo', '<%= config.bin %> undo 12 --dry-run']
  static override args = {
    id: Args.string({ description: 'The change, as the command told it. Default: the last one that stands.' }),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Undo)
    const root = ownRoot(flags.cwd) ?? this.projectRoot(flags)
    return this.write(root, flags, async () => {
      const changeSet = await planUndo(root, args.id)
      return { ...changeSet, newlyAllowed: await newlyAllowedBy(changeSet) }
    })
  }
}

/** An ability in a folder of its own has its changes there, and no agents. */
function ownRoot(cwd: string | undefined): string | undefined {
  const folder = resolve(cwd ?? '.')
  const isAlone = findProjectRoot(folder) === undefined && existsSync(join(folder, '.loopengine/changes'))
  return isAlone ? folder : undefined
}
