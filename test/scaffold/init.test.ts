import { describe, expect, it } from 'vitest'
import { ChangePlan } from '../../src/edit/change-set/change-plan.ts'
import type { ChangeSet } from '../../src/edit/change-set/change-set.ts'
import { type NewProject, packageName, planProject } from '../../src/scaffold/init.ts'
import { project } from '../helpers/project.ts'

const basic = { template: 'basic', packageManager: 'npm', loopengine: '^9.9.9' } as const

describe('planProject', () => {
  it('fills the placeholders in', async () => {
    const { root } = project()
    const create = created(await planned({ root, ...basic, packageManager: 'pnpm' }))
    const text = (path: string) => create.find(file => file.path === path)?.text ?? ''
    expect(JSON.parse(text('package.json')).dependencies).toEqual({ loopengine: '^9.9.9' })
    expect(text('README.md')).toContain('pnpm exec loopengine check')
    expect(create.filter(file => /\{\{\w+\}\}/.test(file.text))).toEqual([])
  })

  it('writes an environment of its own, so that a new project is not in production', async () => {
    const create = created(await planned({ root: project().root, ...basic }))
    expect(create.find(file => file.path === '.env')?.text).toContain('\nLOOPENGINE_ENV=development\n')
  })

  it('keeps what exists', async () => {
    const { root } = project({ 'tsconfig.json': '{}', 'agents/assistant/index.ts': '' })
    const plan = await planned({ root, ...basic })
    expect(plan.notes).toEqual(['Left as they are: agents/assistant/index.ts, tsconfig.json'])
    expect(created(plan).map(file => file.path)).not.toContain('tsconfig.json')
  })

  it('reads the example agent that the package ships for the template of its name', async () => {
    const create = created(await planned({ root: project().root, ...basic, template: 'customer-service' }))
    const paths = create.map(file => file.path)
    expect(paths).toContain('agents/customer-service/actauth.yml')
    expect(paths).toContain('test/customer-service.test.ts')
  })
})

describe('the template abl', () => {
  it('is an agent that is all in the tool language, with settings that an editor can check', async () => {
    const create = created(await planned({ root: project().root, ...basic, template: 'abl' }))
    const text = (path: string): string => create.find(file => file.path === path)?.text ?? ''
    expect(create.map(({ path }) => path)).not.toContain('agents/rooms/index.ts')
    expect(text('agents/rooms/agent.abl')).toContain('file: "./tools/rooms.tools.abl"')
    expect(text('README.md')).toContain('`agents/rooms/agent.abl`: who it is')
    expect(text('loopengine.config.yml').split('\n')[0]).toBe(
      '# yaml-language-server: $schema=./node_modules/loopengine/protocol/settings.schema.json',
    )
  })
})

async function planned(newProject: NewProject): Promise<ChangeSet> {
  const plan = new ChangePlan(newProject.root, 'init')
  await planProject(plan, newProject)
  return plan.changeSet()
}

function created({ changes }: ChangeSet): { path: string; text: string }[] {
  return changes.map(change => ({ path: change.path, text: change.kind === 'create' ? String(change.after) : '' }))
}

describe('packageName', () => {
  it.each([
    ['/srv/My Agents', 'my-agents'],
    ['/srv/.hidden', 'hidden'],
    ['/srv/shop_bot', 'shop_bot'],
    ['/srv/Ünïcode', 'n-code'],
    ['/', 'my-agents'],
  ])('turns %s into a name that npm accepts', (folder, name) => {
    expect(packageName(folder)).toBe(name)
  })
})
