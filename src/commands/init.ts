import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { Args, Flags } from '@oclif/core'
import { type LoopengineError, usageError } from '../core/errors.ts'
import { packageRoot, packageVersion } from '../core/package-root.ts'
import { applyChangeSet } from '../edit/change-set/apply-change-set.ts'
import type { ChangeSet } from '../edit/change-set/change-set.ts'
import { changeSetJson } from '../edit/change-set/change-set-json.ts'
import { describeChangeSet } from '../edit/change-set/describe-change-set.ts'
import { type ProjectPlan, planProject } from '../scaffold/init.ts'
import { loopengineDependency } from '../scaffold/init-dependency.ts'
import { installDependencies } from '../scaffold/init-install.ts'
import { PACKAGE_MANAGERS, type PackageManager, runningPackageManager } from '../scaffold/init-package-manager.ts'
import { PROJECT_TEMPLATES, type ProjectTemplate, TEMPLATE_START } from '../scaffold/init-template.ts'
import { askTemplate, confirmFiles } from '../terminal/init-questions.ts'
import { WritingCommand } from './base-command.ts'

export default class Init extends WritingCommand {
  static override summary = 'Make a project that runs at once.'
  static override description =
    'Writes agents/, package.json, tsconfig.json, .env, .gitignore, a README and a test. In a folder that has files, only what is missing is created and nothing that exists is changed.'

  static override examples = [
    '<%= config.bin %> init my-agents',
    '<%= config.bin %> init --yes --template customer-service',
    '<%= config.bin %> init my-agents --package-manager pnpm --no-install',
  ]

  static override args = {
    dir: Args.string({ description: 'The folder. Default: the current one.' }),
  }

  static override flags = {
    template: Flags.option({ options: PROJECT_TEMPLATES, description: 'What the project starts with.' })(),
    'package-manager': Flags.option({
      options: PACKAGE_MANAGERS,
      description: 'Installs the dependencies. Default: the one that runs this command.',
    })(),
    install: Flags.boolean({ allowNo: true, default: true, description: 'Install the dependencies.' }),
    loopengine: Flags.string({ hidden: true, description: 'What package.json names as the version of loopengine.' }),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Init)
    const asks = process.stdin.isTTY === true && !flags.yes && !this.jsonEnabled()
    if (args.dir === undefined && !asks && !flags.yes) throw folderMissing()
    const root = resolve(flags.cwd ?? '.', args.dir ?? '.')
    const template = flags.template ?? (asks ? await askTemplate() : 'basic')
    const packageManager = flags['package-manager'] ?? runningPackageManager(process.env.npm_config_user_agent)
    const loopengine = flags.loopengine ?? (await loopengineDependency(packageRoot(), packageVersion()))
    const plan = await planProject({ root, template, packageManager, loopengine })
    await this.show(plan, flags['dry-run'])
    if (flags['dry-run'] || plan.changeSet.changes.length === 0) return changeSetJson(plan.changeSet, null)
    if (asks && !(await confirmFiles())) return this.exitWith(130)
    const id = await applyNew(plan.changeSet)
    // An existing package.json is the person's, and so is what it installs.
    const installed = flags.install && plan.changeSet.changes.some(({ path }) => path === 'package.json')
    if (installed) await installDependencies(root, packageManager, this.jsonEnabled())
    this.showNext({ root, template, packageManager, installed })
    if (asks) this.note(`\nThe same without questions: ${commandLine({ dir: args.dir, template, packageManager })}`)
    return { ...changeSetJson(plan.changeSet, id), installed }
  }

  private async show({ changeSet, kept }: ProjectPlan, whole: boolean): Promise<void> {
    const { root, changes, notes } = changeSet
    this.print(changes.length === 0 ? `Nothing is missing in ${root}.` : `In ${root}:`)
    if (whole) this.print(describeChangeSet({ ...changeSet, notes: [] }, { colour: colourful() }))
    else for (const { path } of changes) this.print(`  create  ${path}`)
    for (const path of kept) this.print(`  keep    ${path}`)
    for (const note of notes) this.note(note)
  }

  private showNext(project: {
    root: string
    template: ProjectTemplate
    packageManager: PackageManager
    installed: boolean
  }): void {
    const { root, template, packageManager, installed } = project
    const steps = [
      resolve('.') === root ? '' : `cd ${root}`,
      installed ? '' : `${packageManager} install`,
      `${packageManager} start      talk to ${TEMPLATE_START[template].agent}`,
      `${packageManager} test`,
    ]
    this.print(['', 'Next:', ...steps.filter(Boolean).map(step => `  ${step}`)].join('\n'))
  }
}

/** Applies the plan; a folder that was made for it goes again when that fails. */
async function applyNew(changeSet: ChangeSet): Promise<string | null> {
  const made = await mkdir(changeSet.root, { recursive: true })
  try {
    return await applyChangeSet(changeSet, { owner: 'init' })
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    throw error
  }
}

function colourful(): boolean {
  return styleText('red', 'x', { stream: process.stdout }) !== 'x'
}

function folderMissing(): LoopengineError {
  return usageError(
    'missing_value',
    'Nobody can be asked for the folder here.',
    'Name it, as in `loopengine init my-agents`, or take the current one with `--yes`.',
  )
}

function commandLine({
  dir,
  template,
  packageManager,
}: {
  dir?: string | undefined
  template: string
  packageManager: string
}): string {
  return `loopengine init ${dir ?? '.'} --template ${template} --package-manager ${packageManager} --yes`
}
