import { describe, expect, it } from 'vitest'
import { adviceFor } from '../../src/scaffold/init-advice.ts'

const wantedPackage = JSON.stringify({
  scripts: { start: 'loopengine chat a', test: 'vitest run' },
  dependencies: { loopengine: '^1.0.0' },
  devDependencies: { vitest: '^4.0.0' },
})

describe('adviceFor package.json', () => {
  it('names what is missing', () => {
    const existing = '{ "type": "module", "scripts": { "test": "node --test" } }'
    expect(adviceFor({ path: 'package.json', text: wantedPackage }, existing)).toEqual([
      'package.json exists and was left alone. Add to it: dependencies: "loopengine": "^1.0.0", devDependencies: "vitest": "^4.0.0", scripts: "start": "loopengine chat a"',
    ])
  })

  it('takes a package as present in whichever kind of dependency it stands', () => {
    const existing = JSON.stringify({
      type: 'module',
      scripts: { start: 'x', test: 'y' },
      devDependencies: { loopengine: '1' },
      dependencies: { vitest: '4' },
    })
    expect(adviceFor({ path: 'package.json', text: wantedPackage }, existing)).toEqual([])
  })

  it('says when the file is no JSON', () => {
    expect(adviceFor({ path: 'package.json', text: wantedPackage }, '{')).toEqual([
      'package.json is no JSON object: it was left alone.',
    ])
  })
})

describe('adviceFor .gitignore', () => {
  it('names the lines that are missing, whatever ends the others', () => {
    const text = 'node_modules/\n# ours\n.env\n.loopengine/*\n'
    expect(adviceFor({ path: '.gitignore', text }, 'node_modules/\r\n.env')).toEqual([
      '.gitignore exists and was left alone. Add these lines to it: .loopengine/*',
    ])
  })

  it('says nothing when nothing is missing', () => {
    expect(adviceFor({ path: '.gitignore', text: '.env\n' }, 'a\n.env\n')).toEqual([])
  })
})

it('has no advice for a file that nothing else needs', () => {
  expect(adviceFor({ path: 'README.md', text: 'a' }, 'b')).toEqual([])
})
