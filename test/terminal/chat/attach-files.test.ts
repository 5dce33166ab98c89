import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachFiles, withoutFiles } from '../../../src/terminal/chat/attach-files.ts'
import { project } from '../../helpers/project.ts'

const { root, write } = project({
  'notes.md': 'buy tea\n',
  'a b.txt': 'blank\n',
  'fenced.md': 'see\n````\ncode\n````\n',
  'end.': 'named with a dot\n',
  Makefile: 'all:\n',
})

async function sent(text: string): Promise<string> {
  const attached = await attachFiles(root, text)
  return attached.kind === 'ready' ? attached.text : attached.problems.join('\n')
}

describe('files in a message', () => {
  it.each([
    ['one file', 'read @notes.md', 'read @notes.md\n\n@notes.md (1 line):\n```\nbuy tea\n```'],
    [
      'one file named twice, once',
      '@notes.md @notes.md',
      '@notes.md @notes.md\n\n@notes.md (1 line):\n```\nbuy tea\n```',
    ],
    ['a name with blanks', '@"a b.txt"', '@"a b.txt"\n\n@"a b.txt" (1 line):\n```\nblank\n```'],
    [
      'a fence longer than any in the file',
      '@fenced.md',
      '@fenced.md\n\n@fenced.md (4 lines):\n`````\nsee\n````\ncode\n````\n`````',
    ],
    ['a name without an ending', 'is @Makefile right?', 'is @Makefile right?\n\n@Makefile (1 line):\n```\nall:\n```'],
    ['no dot that ends the sentence', 'see @notes.md.', 'see @notes.md.\n\n@notes.md (1 line):\n```\nbuy tea\n```'],
    ['a dot that belongs to the name', 'see @end.', 'see @end.\n\n@end. (1 line):\n```\nnamed with a dot\n```'],
    ['nothing for a person or an address', 'ask @ann or ann@example.com', 'ask @ann or ann@example.com'],
  ])('puts in %s', async (_what, text, expected) => {
    expect(await sent(text)).toBe(expected)
  })

  it.each([
    ['a folder', '@../etc/passwd', '`../etc/passwd` is not a file inside the project.'],
    ['an absolute path', '@/etc/passwd', '`/etc/passwd` is not a file inside the project.'],
    ['a secret, in capitals too', '@.ENV', '`.ENV` may hold secrets and is never read.'],
    [
      'a mistyped name, with the nearest',
      '@nots.md',
      'There is no file `nots.md` in the project. Did you mean `notes.md`?',
    ],
  ])('refuses %s', async (_what, text, problem) => {
    expect(await sent(text)).toBe(problem)
  })

  it('refuses several files that are too large together', async () => {
    for (const name of ['1.txt', '2.txt', '3.txt']) write(name, 'x'.repeat(90_000))
    expect(await sent('@1.txt @2.txt @3.txt')).toBe('The files are 264 KB together; a message takes 250 KB.')
  })

  it('can be taken off again, whatever they hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async content => {
        write('any.txt', content.replaceAll('\u0000', ''))
        expect(withoutFiles(await sent('look at @any.txt and tell'))).toBe('look at @any.txt and tell')
      }),
    )
  })
})
