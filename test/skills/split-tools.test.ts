import { expect, it } from 'vitest'
import { splitTools } from '../../src/skills/split-tools.ts'

it.each([
  ['Read Write', ['Read', 'Write']],
  ['Read, Write,Edit', ['Read', 'Write', 'Edit']],
  [
    ['Read', 'Bash(git:*)'],
    ['Read', 'Bash(git:*)'],
  ],
  ['Bash(git add:*) Read', ['Bash(git add:*)', 'Read']],
  ['Bash(a, b), Read', ['Bash(a, b)', 'Read']],
  [
    ['Read Write', 'Edit, Grep'],
    ['Read', 'Write', 'Edit', 'Grep'],
  ],
  ['', []],
  [undefined, []],
  [7, []],
  [[7, null, 'Read'], ['Read']],
])('allowed-tools %j names %j', (value, names) => expect(splitTools(value)).toEqual(names))
