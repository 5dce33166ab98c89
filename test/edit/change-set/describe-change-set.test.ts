import { describe, expect, it } from 'vitest'
import type { ChangeSet } from '../../../src/edit/change-set/change-set.ts'
import { changeSetJson } from '../../../src/edit/change-set/change-set-json.ts'
import { describeChangeSet } from '../../../src/edit/change-set/describe-change-set.ts'
import { source } from '../../helpers/source.ts'

const changeSet: ChangeSet = {
  root: '/project',
  title: 'a change',
  changes: [
    { kind: 'create', path: 'new.txt', after: 'hello\n' },
    { kind: 'update', path: 'old.txt', before: 'a\nb\n', after: 'a\nc\n' },
    { kind: 'delete', path: 'gone.bin', before: Uint8Array.of(0, 255) },
  ],
  notes: ['Now write it.'],
  newlyAllowed: [
    { agent: 'shop', tool: 'ping', scope: '*/*', decision: 'allow', when: [{ field: 'n', op: 'gt', value: 1 }] },
  ],
  read: {},
}

describe('describeChangeSet', () => {
  it('lists the files, every difference, what becomes allowed, and the notes', () => {
    expect(`${describeChangeSet(changeSet, { colour: false })}\n`).toBe(source`
        create  new.txt
        update  old.txt
        delete  gone.bin

      --- /dev/null
      +++ b/new.txt
      @@ -0,0 +1,1 @@
      +hello
      --- a/old.txt
      +++ b/old.txt
      @@ -1,2 +1,2 @@
       a
      -b
      +c
      Binary files a/gone.bin and /dev/null differ

      Newly allowed
        shop: allow ping in */* when n gt 1

      Now write it.
    `)
  })

  it('colours added and removed lines', () => {
    const text = describeChangeSet(changeSet, { colour: true })
    expect(text).toContain('\u001b[32m+c\u001b[39m')
    expect(text).toContain('\u001b[31m-b\u001b[39m')
  })

  it('writes control and bidirectional characters out', () => {
    const hostile: ChangeSet = { ...changeSet, changes: [{ kind: 'create', path: 'x', after: '\u001b[2J\u202etxt' }] }
    expect(describeChangeSet(hostile, { colour: false })).toContain('+\\u{1b}[2J\\u{202e}txt')
  })
})

describe('changeSetJson', () => {
  it('has the shape that every writing command prints', () => {
    expect(changeSetJson(changeSet, '0001-x')).toMatchObject({
      applied: true,
      undo: '0001-x',
      notes: ['Now write it.'],
      newlyAllowed: [{ agent: 'shop' }],
      changes: [
        { kind: 'create', path: 'new.txt', diff: expect.stringContaining('+hello') },
        { kind: 'update' },
        { kind: 'delete' },
      ],
    })
    expect(changeSetJson(changeSet, null)).toMatchObject({ applied: false, undo: null })
  })
})
