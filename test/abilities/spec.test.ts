import { describe, expect, it } from 'vitest'
import { type AbilitySpec, parseAbilitySpec, recordedSpec } from '../../src/abilities/spec.ts'
import { nextSpec, upgradeTarget } from '../../src/abilities/upgrade-target.ts'
import { project } from '../helpers/project.ts'

const place = project({ 'abilities/refunds/package.json': '{}', 'refunds.tgz': 'x', 'app/agents/x.ts': '' })
const parse = (text: string): AbilitySpec => parseAbilitySpec(text, place.root)

describe('the spec of an ability', () => {
  it.each<[string, AbilitySpec]>([
    ['refunds', { kind: 'registry', name: 'refunds', range: undefined }],
    ['@acme/refunds@^1.2', { kind: 'registry', name: '@acme/refunds', range: '^1.2' }],
    ['refunds@>=1 <3', { kind: 'registry', name: 'refunds', range: '>=1 <3' }],
    ['refunds@next', { kind: 'registry', name: 'refunds', range: 'next' }],
    ['github:acme/refunds', { kind: 'git', url: 'https://github.com/acme/refunds.git', ref: undefined }],
    ['gitlab:acme/refunds#v1.0.0', { kind: 'git', url: 'https://gitlab.com/acme/refunds.git', ref: 'v1.0.0' }],
    [
      'git+ssh://git@host.example/acme/refunds.git#semver:^1',
      { kind: 'git', url: 'ssh://git@host.example/acme/refunds.git', ref: 'semver:^1' },
    ],
    ['git+file:///srv/refunds#feature/x', { kind: 'git', url: 'file:///srv/refunds', ref: 'feature/x' }],
    ['https://example.org/refunds-1.0.0.tgz', { kind: 'url', url: 'https://example.org/refunds-1.0.0.tgz' }],
    ['./abilities/refunds', { kind: 'folder', path: place.path('abilities/refunds') }],
    ['abilities/refunds', { kind: 'folder', path: place.path('abilities/refunds') }],
    ['refunds.tgz', { kind: 'file', path: place.path('refunds.tgz') }],
    ['file:./refunds.tgz', { kind: 'file', path: place.path('refunds.tgz') }],
  ])('%s is understood', (text, spec) => {
    expect(parse(text)).toEqual(spec)
  })

  it.each([
    '-g',
    '--registry=https://evil.example',
    '',
    'a\u0000b',
    'a\u202eb',
    'Refunds',
    'refunds@file:../x',
    'refunds@npm:other@1',
    'refunds@https://evil.example/x.tgz',
    'refunds@--x',
    'refunds@',
    'acme/refunds',
    './nowhere',
    'github:acme/refunds#--upload-pack=x',
    'git+ssh://-oProxyCommand=x/y',
    'git+https://user:password@host.example/x.git',
    'https://token@host.example/x.tgz',
    'git@host.example:acme/refunds.git',
    'ext::sh -c touch% /tmp/x',
  ])('%j is refused', text => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'ability_spec', exitCode: 2 }))
  })

  it('is recorded with paths that hold for everybody who has the repository', () => {
    expect(recordedSpec(parse('./abilities/refunds'), place.root)).toBe('./abilities/refunds')
    expect(recordedSpec(parse('./abilities/refunds'), place.path('app'))).toBe('../abilities/refunds')
    expect(recordedSpec(parse('github:acme/refunds#v1'), place.root)).toBe('git+https://github.com/acme/refunds.git#v1')
    expect(recordedSpec(parse('refunds@^1'), place.root)).toBe('refunds@^1')
  })
})

describe('the next version of an ability', () => {
  const target = (spec: string, to?: string): AbilitySpec =>
    upgradeTarget({ name: 'refunds', entry: { spec, source: 'registry' }, root: place.root }, to, place.root)

  it('is asked for with the recorded range, and one exact version gives way to the latest', () => {
    expect(target('refunds@^1')).toMatchObject({ range: '^1' })
    expect(target('refunds@1.0.0')).toMatchObject({ range: 'latest' })
    expect(target('refunds')).toMatchObject({ range: 'latest' })
    expect(target('refunds@^1', '^2')).toMatchObject({ range: '^2' })
  })

  it('is the newest tag after a tag that is a version, the branch after a branch', () => {
    const git = 'git+file:///srv/refunds'
    expect(target(`${git}#v1.0.0`)).toMatchObject({ ref: 'semver:*' })
    expect(target(`${git}#main`)).toMatchObject({ ref: 'main' })
    expect(target(git)).toMatchObject({ ref: undefined })
    expect(target(`${git}#v1.0.0`, '^2')).toMatchObject({ ref: 'semver:^2' })
    expect(target(`${git}#v1.0.0`, 'v1.4.0')).toMatchObject({ ref: 'v1.4.0' })
    expect(() => target(`${git}#${'a'.repeat(40)}`)).toThrow(expect.objectContaining({ code: 'missing_value' }))
    expect(() => target(git, '--upload-pack=x')).toThrow(expect.objectContaining({ code: 'ability_spec' }))
  })

  it('is recorded with the range that the next upgrade shall ask for', () => {
    const recorded = (spec: string, to?: string) => {
      const known = { name: 'refunds', entry: { spec, source: 'registry' } as const, root: place.root }
      return nextSpec(known, upgradeTarget(known, to, place.root), to)
    }
    expect(recorded('refunds@^1')).toBe('refunds@^1')
    expect(recorded('refunds@^1', '^2')).toBe('refunds@^2')
    expect(recorded('refunds@1.0.0')).toBe('refunds@latest')
    expect(recorded('git+file:///srv/refunds#v1.0.0')).toBe('git+file:///srv/refunds#semver:*')
  })

  it('is the same folder or tarball, or another one', () => {
    expect(target('./abilities/refunds')).toMatchObject({ kind: 'folder' })
    expect(target('./abilities/refunds', 'refunds.tgz')).toMatchObject({ kind: 'file' })
  })
})
