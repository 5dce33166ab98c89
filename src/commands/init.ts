import { resolve } from 'node:path'
import { Args, Flags } from '@oclif/core'
import { LoopengineError, usageError } from '../core/errors.ts'
import { packageRoot, packageVersion } from '../core/package-root.ts'
import { type ProjectPlan, planProject } from '../scaffold/init.ts'
import { type NewlyAllowed, newlyAllowed } from '../scaffold/init-allowed.ts'
import { loopengineDependency } from '../scaffold/init-dependency.ts'
import { creationDiff } from '../scaffold/init-diff.ts'
import { PACKAGE_MANAGERS, type PackageManager, runningPackageManager } from '../scaffold/init-package-manager.ts'
import { PROJECT_TEMPLATES, type ProjectTemplate, TEMPLATE_START } from '../scaffold/init-template.ts'
import { createFiles } from '../scaffold/init-write.ts'
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
    this.showPlan(root, plan, flags['dry-run'])
    if (flags['dry-run'] || plan.create.length === 0) return this.result(root, plan, { applied: false })
    if (asks && !(await confirmPlan())) return this.exitWith(130)
    await createFiles(root, plan.create)
    const installed = flags.install && (await this.install(root, plan, packageManager))
    this.showNext({ root, template, packageManager, installed })
    if (asks) this.note(`\nThe same without questions: ${commandLine({ dir: args.dir, template, packageManager })}`)
    return this.result(root, plan, { applied: true, installed })
  }

  private showPlan(root: string, { create, kept, notes }: ProjectPlan, whole: boolean): void {
    this.print(create.length === 0 ? `Nothing is missing in ${root}.` : `In ${root}:`)
    for (const { path, text } of create) this.print(whole ? creationDiff(path, text) : `  create  ${path}`)
    for (const path of kept) this.print(`  keep    ${path}`)
    for (const note of notes) this.note(note)
  }

  /** Only into a package.json that was made here: an existing one is the person's. */
  private async install(root: string, plan: ProjectPlan, manager: PackageManager): Promise<boolean> {
    if (!plan.create.some(({ path }) => path === 'package.json')) return false
    const { execa } = await import('execa')
    const { failed } = await execa(manager, ['install'], {
      cwd: root,
      stdin: 'ignore',
      stdout: this.jsonEnabled() ? 'ignore' : ['inherit'],
      stderr: ['inherit'],
      reject: false,
    })
    if (failed) throw installFailed(root, manager)
    return true
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

  private async result(
    root: string,
    plan: ProjectPlan,
    state: { applied: boolean; installed?: boolean },
  ): Promise<InitResult> {
    const changes = plan.create.map(({ path, text }) => ({
      kind: 'create' as const,
      path,
      diff: creationDiff(path, text),
    }))
    return {
      ...state,
      directory: root,
      changes,
      notes: plan.notes,
      newlyAllowed: await newlyAllowed(plan.create),
      undo: null,
    }
  }
}

interface InitResult {
  applied: boolean
  installed?: boolean
  directory: string
  changes: { kind: 'create'; path: string; diff: string }[]
  notes: string[]
  newlyAllowed: NewlyAllowed[]
  undo: string | null
}

function folderMissing(): LoopengineError {
  return usageError(
    'missing_value',
    'Nobody can be asked for the folder here.',
    'Name it, as in `loopengine init my-agents`, or take the current one with `--yes`.',
  )
}

function installFailed(root: string, manager: PackageManager): LoopengineError {
  const hint = `The files are written. Run \`${manager} install\` there when its cause is mended.`
  return new LoopengineError('install_failed', `\`${manager} install\` failed in ${root}.`, { hint })
}

async function askTemplate(): Promise<ProjectTemplate> {
  const { select } = await import('@inquirer/prompts')
  return select({
    message: 'What should the project start with?',
    choices: [
      { value: 'basic', name: 'basic: one agent that keeps notes, two tools' },
      { value: 'customer-service', name: 'customer-service: orders, shipments, refunds that a person approves' },
    ],
  })
}

async function confirmPlan(): Promise<boolean> {
  const { confirm } = await import('@inquirer/prompts')
  return confirm({ message: 'Create these files?', default: true })
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
