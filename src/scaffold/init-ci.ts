import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { execCommand, type PackageManager } from './init-package-manager.ts'
import { readTemplateFile } from './render-template.ts'

export const CI_SERVICES = ['github'] as const

export type CiService = (typeof CI_SERVICES)[number]

interface Installing {
  /** Steps before the install, each line indented as in the workflow. */
  setup: string
  install: string
  installWithoutScripts: string
}

const NODE = 22

const INSTALLING: Readonly<Record<PackageManager, Installing>> = {
  npm: { setup: nodeStep(), install: 'npm ci', installWithoutScripts: 'npm ci --ignore-scripts' },
  pnpm: {
    setup: `${step('pnpm/action-setup@v4', 'version: 10')}${nodeStep()}`,
    install: 'pnpm install --frozen-lockfile',
    installWithoutScripts: 'pnpm install --frozen-lockfile --ignore-scripts',
  },
  yarn: {
    setup: nodeStep(),
    install: 'yarn install --frozen-lockfile',
    installWithoutScripts: 'yarn install --frozen-lockfile --ignore-scripts',
  },
  bun: {
    setup: `${step('oven-sh/setup-bun@v2')}${nodeStep()}`,
    install: 'bun install --frozen-lockfile',
    installWithoutScripts: 'bun install --frozen-lockfile --ignore-scripts',
  },
}

function step(uses: string, setting?: string): string {
  const settings = setting === undefined ? '' : `        with:\n          ${setting}\n`
  return `      - uses: ${uses}\n${settings}`
}

function nodeStep(): string {
  return step('actions/setup-node@v4', `node-version: ${NODE}`)
}

const WORKFLOW = '.github/workflows/loopengine.yml'

/** Plans the workflow that checks agents in a repository; one that exists is left as it is. */
export async function planCi(plan: ChangePlan, manager: PackageManager): Promise<void> {
  if (await plan.exists(WORKFLOW)) {
    plan.note(`Left as it is: ${WORKFLOW}`)
    return
  }
  const values: Record<string, string> = { ...INSTALLING[manager], exec: execCommand(manager) }
  const template = await readTemplateFile('ci/github.yml.template')
  await plan.write(
    WORKFLOW,
    template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole),
  )
  plan.note(`Commit ${WORKFLOW} and the lock file of ${manager}: the workflow installs what that one names.`)
}
