import { mkdirSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ProjectEnv, projectEnvironment } from '../../src/registry/project-env.ts'
import { project } from '../helpers/project.ts'

describe('.env', () => {
  it('is read into the environment, quotes and comments as usual', () => {
    const env: NodeJS.ProcessEnv = {}
    const here = project({ '.env': '# keys\nA=1\nB="two words"\nexport C=3\nD=\n' })
    new ProjectEnv(here.root, env).load()
    expect(env).toEqual({ A: '1', B: 'two words', C: '3', D: '' })
  })

  it('never beats what the process was started with', () => {
    const env: NodeJS.ProcessEnv = { A: 'mine', B: '' }
    new ProjectEnv(project({ '.env': 'A=1\nB=1\n' }).root, env).load()
    expect(env).toEqual({ A: 'mine', B: '' })
  })

  it('that changes is followed at the next load', () => {
    const env: NodeJS.ProcessEnv = {}
    const here = project({ '.env': 'A=1\nB=1\n' })
    const loader = new ProjectEnv(here.root, env)
    loader.load()
    here.write('.env', 'A=2\nC=3\n')
    loader.load()
    expect(env).toEqual({ A: '2', C: '3' })
  })

  it('that disappears takes its keys along, and no others', () => {
    const env: NodeJS.ProcessEnv = { PATH: '/bin' }
    const here = project({ '.env': 'A=1\n' })
    const loader = new ProjectEnv(here.root, env)
    loader.load()
    rmSync(here.path('.env'))
    loader.load()
    expect(env).toEqual({ PATH: '/bin' })
  })

  it('leaves a key alone that somebody else set meanwhile', () => {
    const env: NodeJS.ProcessEnv = {}
    const here = project({ '.env': 'A=1\n' })
    const loader = new ProjectEnv(here.root, env)
    loader.load()
    env.A = 'changed by a tool'
    here.write('.env', '')
    loader.load()
    expect(env).toEqual({ A: 'changed by a tool' })
  })

  it('that is missing is empty', () => {
    const env: NodeJS.ProcessEnv = {}
    new ProjectEnv(project().root, env).load()
    expect(env).toEqual({})
  })

  it('that cannot be read is one clear error', () => {
    const here = project()
    mkdirSync(here.path('.env'))
    expect(() => new ProjectEnv(here.root, {}).load()).toThrow(
      expect.objectContaining({ code: 'file_failed', message: expect.stringContaining('.env') }),
    )
  })
})

it('the environment that a project sees changes nothing', () => {
  const env = { A: 'mine' }
  expect(projectEnvironment(project({ '.env': 'A=1\nB=2\n' }).root, env)).toEqual({ A: 'mine', B: '2' })
  expect(env).toEqual({ A: 'mine' })
})
