import { describe, expect, it } from 'vitest'
import { isAtLeast } from '../../../src/registry/doctor/versions.ts'

describe('a version of Node', () => {
  it.each([
    ['20.19.0', true],
    ['20.20.1', true],
    ['22.0.0', true],
    ['20.18.3', false],
    ['18.20.0', false],
    ['20.9.0', false],
  ])('%s: supported is %s', (version, expected) => {
    expect(isAtLeast(version, '>=20.19')).toBe(expected)
  })
})
