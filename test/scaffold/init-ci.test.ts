import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { planCi } from '../../src/scaffold/init-ci.ts'
import { PACKAGE_MANAGERS } from '../../src/scaffold/init-package-manager.ts'
import { planned } from './plan-files.ts'

const FILE = '.github/workflows/loopengine.yml'

describe('the workflow for GitHub', () => {
  it.each(PACKAGE_MANAGERS)('is YAML whose steps install with %s and run every check', async manager => {
    const { files } = await planned({}, plan => planCi(plan, manager))
    const { jobs, permissions } = parse(files[FILE] ?? '')
    expect(permissions).toEqual({ contents: 'read' })
    const commands = Object.values(jobs as Record<string, { steps: { run?: string }[] }>).map(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    )
    const [rules = [], evals = []] = commands
    expect(rules[0]).toMatch(new RegExp(`^${manager} .*--ignore-scripts$`))
    expect(rules.slice(1).map(command => command.replace(/^.*loopengine /, ''))).toEqual([
      'check --static --format github',
      'permissions lint --static --format github',
      'permissions test --static --format github',
      'permissions diff --fail-on-widening --format github',
    ])
    expect(evals[0]).toMatch(new RegExp(`^${manager} `))
    expect(evals.at(-1)).toMatch(/loopengine test --format github$/)
    expect(files[FILE]).not.toContain('{{')
  })

  it('fetches the whole history, which a comparison needs', async () => {
    const { files } = await planned({}, plan => planCi(plan, 'npm'))
    expect(parse(files[FILE] ?? '').jobs.rules.steps[0].with['fetch-depth']).toBe(0)
  })

  it('is left alone when it is there', async () => {
    const { files, notes } = await planned({ [FILE]: 'name: mine\n' }, plan => planCi(plan, 'npm'))
    expect({ files, notes }).toEqual({ files: {}, notes: [`Left as it is: ${FILE}`] })
  })
})
