import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathProblem } from '../../src/abilities/entry-path.ts'
import { extractPackage } from '../../src/abilities/extract.ts'
import { pax, type TarEntry, tarBytes } from './tar-bytes.ts'

const GOOD: TarEntry[] = [
  { path: 'package/', type: '5', mode: 0o755 },
  { path: 'package/package.json', content: '{}' },
  { path: 'package/tools/pay.ts', content: 'export {}\n', mode: 0o755 },
]

const gzipped = (entries: TarEntry[]) => gzipSync(tarBytes(entries))

describe('a tarball', () => {
  it('gives its files without the first folder', async () => {
    const files = await extractPackage(gzipped(GOOD), 'x.tgz')
    expect(await files.below('tools')).toEqual(['tools/pay.ts'])
    expect(Buffer.from((await files.read('tools/pay.ts'))?.bytes ?? []).toString()).toBe('export {}\n')
    expect(await files.read('tools/pay.ts')).toMatchObject({ executable: true })
    expect(await files.read('package.json')).toMatchObject({ executable: false })
  })

  it('may be without compression, with any first folder, and with `./` before it', async () => {
    const files = await extractPackage(tarBytes([{ path: './a.txt', content: 'a' }]), 'x.tar')
    expect(await files.read('a.txt')).toBeDefined()
  })

  it('may say long names in extended headers', async () => {
    const name = `package/tools/${'x'.repeat(180)}.ts`
    const files = await extractPackage(gzipped([pax({ path: name }), { path: 'package/short', content: 'a' }]), 'x.tgz')
    expect(await files.below('tools')).toEqual([name.slice(8)])
  })

  it('may have a comment for the whole archive, as those of git hosts do', async () => {
    const comment = { ...pax({ comment: 'a commit' }), type: 'g' }
    expect(await extractPackage(gzipped([comment, ...GOOD]), 'x.tgz')).toBeDefined()
  })
})

const MANY: TarEntry[] = Array.from({ length: 2_001 }, (_, index) => ({ path: `package/${index}` }))
const BIG = { path: 'package/big', content: Buffer.alloc(20 * 1024 * 1024 + 1) }

const HOSTILE: [string, Uint8Array, RegExp][] = [
  [
    'a symbolic link',
    gzipped([...GOOD, { path: 'package/link', type: '2', link: '/etc/passwd' }]),
    /no plain file or folder \(SymbolicLink\)/,
  ],
  ['a hard link', gzipped([...GOOD, { path: 'package/link', type: '1', link: 'package/package.json' }]), /\(Link\)/],
  ['a character device', gzipped([...GOOD, { path: 'package/tty', type: '3' }]), /\(CharacterDevice\)/],
  ['a block device', gzipped([...GOOD, { path: 'package/disk', type: '4' }]), /\(BlockDevice\)/],
  ['a pipe', gzipped([...GOOD, { path: 'package/pipe', type: '6' }]), /\(FIFO\)/],
  ['an entry of an unknown kind', gzipped([...GOOD, { path: 'package/odd', type: 'Z' }]), /no plain file or folder/],
  ['a sparse file', gzipped([...GOOD, { path: 'package/odd', type: 'S' }]), /no plain file or folder/],
  [
    'a path that climbs out',
    gzipped([...GOOD, { path: 'package/../../evil', content: 'x' }]),
    /leads out of the package/,
  ],
  [
    'a path that climbs out in an extended header',
    gzipped([...GOOD, pax({ path: 'package/../../evil' }), { path: 'package/fine', content: 'x' }]),
    /leads out of the package/,
  ],
  ['an absolute path', gzipped([...GOOD, { path: '/etc/cron.d/evil', content: 'x' }]), /is absolute/],
  ['a drive', gzipped([...GOOD, { path: 'C:/evil', content: 'x' }]), /is absolute/],
  ['a backslash', gzipped([...GOOD, { path: 'package\\..\\evil', content: 'x' }]), /holds a backslash/],
  ['an empty name in a path', gzipped([...GOOD, { path: 'package//evil', content: 'x' }]), /is not plain/],
  ['a line break in a name', gzipped([...GOOD, { path: 'package/a\nb', content: 'x' }]), /control or invisible/],
  [
    'an escape sequence in a name',
    gzipped([...GOOD, { path: 'package/\u001b[2J', content: 'x' }]),
    /control or invisible/,
  ],
  [
    'a name that reads backwards',
    gzipped([...GOOD, pax({ path: 'package/a\u202etxt.ts' }), { path: 'package/x', content: 'x' }]),
    /control or invisible/,
  ],
  [
    'a zero byte in a name',
    gzipped([...GOOD, pax({ path: 'package/a.ts\u0000.txt' }), { path: 'package/x', content: 'x' }]),
    /control or invisible/,
  ],
  [
    'bytes in a name that are not UTF-8',
    gzipped([...GOOD, { path: Buffer.from([...Buffer.from('package/'), 0xff]), content: 'x' }]),
    /control or invisible/,
  ],
  ['a set-user-id bit', gzipped([...GOOD, { path: 'package/run', content: 'x', mode: 0o4755 }]), /set-user-id/],
  ['a sticky folder', gzipped([...GOOD, { path: 'package/d/', type: '5', mode: 0o1777 }]), /sticky/],
  [
    'two names that differ in case only',
    gzipped([...GOOD, { path: 'package/Package.json', content: 'x' }]),
    /differ in case only/,
  ],
  [
    'two folders that differ in case only',
    gzipped([...GOOD, { path: 'package/Tools/x.ts', content: 'x' }]),
    /differ in case only/,
  ],
  [
    'two names that differ in their composition only',
    gzipped([{ path: 'package/caf\u00e9' }, { path: 'package/cafe\u0301' }]),
    /differ in case only/,
  ],
  ['the same file twice', gzipped([...GOOD, { path: 'package/package.json', content: 'x' }]), /in it twice/],
  ['a file that is a folder too', gzipped([...GOOD, { path: 'package/tools', content: 'x' }]), /a file and a folder/],
  ['a folder in a file', gzipped([...GOOD, { path: 'package/package.json/x', content: 'x' }]), /a file and a folder/],
  ['the name of a device', gzipped([...GOOD, { path: 'package/aux.ts', content: 'x' }]), /cannot be a file's name/],
  ['a colon in a name', gzipped([...GOOD, { path: 'package/a:b', content: 'x' }]), /cannot be a file's name/],
  ['files in two folders', gzipped([...GOOD, { path: 'other/x', content: 'x' }]), /more than one folder/],
  ['a file beside its folder', gzipped([{ path: 'package', content: 'x' }]), /lies outside its folder/],
  ['more than 2,000 entries', gzipped(MANY), /more than 2000 entries/],
  ['more than 20 MB', gzipped([BIG]), /more than 20 MB/],
  ['a size that nothing follows', gzipped([...GOOD, { path: 'package/x', size: 9_999 }]), /damaged|no plain/],
  ['a huge size', gzipped([...GOOD, { path: 'package/x', size: 0o77777777777 }]), /more than 20 MB|damaged/],
  ['a bomb', gzipSync(Buffer.alloc(200 * 1024 * 1024)), /more than 20 MB/],
  ['a wrong checksum', gzipped([...GOOD, { path: 'package/x', damaged: true }]), /damaged/],
  ['a cut end', gzipped(GOOD).subarray(0, 60), /damaged/],
  ['a cut archive', gzipSync(tarBytes(GOOD).subarray(0, 1_700)), /damaged/],
  ['nothing in it', gzipSync(Buffer.alloc(1_024)), /damaged/],
  ['folders only', gzipped([{ path: 'package/', type: '5' }]), /holds no files/],
  ['no end', gzipSync(tarBytes(GOOD).subarray(0, 2_560)), /its end is missing/],
  ['bytes that are no archive', Buffer.from('this is no archive at all'), /damaged|holds no files/],
]

describe('a package is refused whole with', () => {
  it.each(HOSTILE)('%s', async (_, bytes, reason) => {
    await expect(extractPackage(bytes, 'evil.tgz')).rejects.toMatchObject({
      code: 'ability_refused',
      message: expect.stringMatching(reason),
    })
  })

  it('any damage that would let a bad name through', async () => {
    const good = tarBytes([...GOOD, pax({ path: 'package/lib/long.ts' }), { path: 'package/s', content: 'abc' }])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async flips => {
          const bytes = Buffer.from(good)
          for (const [at, value] of flips) bytes[at] = value
          const files = await extractPackage(bytes, 'x.tar').catch((error: unknown) => {
            expect(error).toMatchObject({ code: 'ability_refused' })
          })
          const names = files ? [...(await files.below('tools')), ...(await files.below('lib'))] : []
          expect(names.map(pathProblem).filter(Boolean)).toEqual([])
        },
      ),
    )
  })
})
