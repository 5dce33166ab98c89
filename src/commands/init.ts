import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Flags } from '@oclif/core'
import { type LoopengineError, usageError } from '../core/errors.ts'
import { packageRoot, packageVersion } from '../core/package-root.ts'
import type { ChangeSetJson } from '../edit/change-set/change-set-json.ts'
import { type NewProject, planProject } from '../scaffold/init.ts'
import type { CiService } from '../scaffold/init-ci.ts'
import { loopengineDependency } from '../scaffold/init-dependency.ts'
import { installDependencies } from '../scaffold/init-install.ts'
import type { PackageManager } from '../scaffold/init-package-manager.ts'
import { type ProjectTemplate, TEMPLATE_START } from '../scaffold/init-template.ts'
import { INIT } from '../terminal/init-questions.ts'
import { ChangeCommand } from './change-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'

export default class Init extends ChangeCommand {
  static override summary = 'Make a project that runs at once.'
  static override description =
    'Writes agents/, package.json, tsconfig.json, .env, .gitignore, a README and a test. In a folder that has files, only what is missing is created and nothing that exists is changed.'

  static override examples = [
    '<%= config.bin %> init my-agents',
    '<%= config.bin %> init --yes --template customer-service',
    '<%= config.bin %> init my-agents --package-manager pnpm --no-install',
    '<%= config.bin %> init --yes --ci github',
  ]

  static override args = questionArgs(INIT)

  static override flags = {
    ...questionFlags(INIT),
    install: Flags.boolean({ allowNo: true, default: true, description: 'Install the dependencies.' }),
    loopengine: Flags.string({ hidden: true, description: 'What package.json names as the version of loopengine.' }),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Init)
    if (args.dir === undefined && !flags.yes && !this.asks(flags)) throw folderMissing()
    const answers = await this.answers(INIT, { ...args, ...flags }, flags)
    const root = resolve(flags.cwd ?? '.', answers.dir)
    const project: NewProject = {
      root,
      template: answers.template as ProjectTemplate,
      packageManager: answers['package-manager'] as PackageManager,
      ci: answers.ci as CiService | undefined,
      loopengine: flags.loopengine ?? (await loopengineDependency(packageRoot(), packageVersion())),
    }
    const document = await this.create(project, flags)
    // An existing package.json is the person's, and so is what it installs.
    const installs = document.applied && flags.install && document.changes.some(({ path }) => path === 'package.json')
    if (installs) await installDependencies(root, project.packageManager, this.jsonEnabled())
    const isProject = document.changes.some(({ path }) => !path.startsWith('.github/'))
    if (document.applied && isProject) this.print(nextSteps(project, installs))
    return { ...document, installed: installs }
  }

  /** Every file is new: what is in them is for `--dry-run`. */
  protected override previewsDiffs(): boolean {
    return false
  }

  /** A folder that was made for the project goes again when nothing was written into it. */
  private async create(project: NewProject, flags: Parameters<ChangeCommand['asks']>[0]): Promise<ChangeSetJson> {
    const { root } = project
    const made = flags['dry-run'] ? undefined : await mkdir(root, { recursive: true })
    let applied = false
    try {
      const plan = this.planWith(root, '', plan => planProject(plan, project))
      const document = await this.write(root, flags, plan)
      applied = document.applied
      return document
    } finally {
      if (made !== undefined && !applied) await rm(made, { recursive: true, force: true })
    }
  }
}

function nextSteps({ root, template, packageManager }: NewProject, installed: boolean): string {
  const steps = [
    resolve('.') === root ? '' : `cd ${root}`,
    installed ? '' : `${packageManager} install`,
    `${packageManager} start      talk to ${TEMPLATE_START[template].agent}`,
    `${packageManager} test`,
  ]
  return ['', 'Next:', ...steps.filter(Boolean).map(step => `  ${step}`)].join('\n')
}

function folderMissing(): LoopengineError {
  return usageError(
    'missing_value',
    'Nobody can be asked for the folder here.',
    'Name it, as in `loopengine init my-agents`, or take the current one with `--yes`.',
  )
}
