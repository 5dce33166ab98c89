import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBytes, writeFileAtomic } from '../../src/storage/write-atomic.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('writeFileAtomic', () => {
  it('writes the text and leaves no other file', async () => {
    await writeFileAtomic(join(folder, 'a.txt'), 'één')
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('één')
    expect(readdirSync(folder)).toEqual(['a.txt'])
  })

  it('keeps the permission bits of the file it replaces', async () => {
    writeFileSync(join(folder, 'a.sh'), 'old')
    chmodSync(join(folder, 'a.sh'), 0o751)
    await writeFileAtomic(join(folder, 'a.sh'), 'new')
    expect(statSync(join(folder, 'a.sh')).mode & 0o777).toBe(0o751)
  })

  it('gives a new file the mode it was asked for', async () => {
    await writeFileAtomic(join(folder, 'key'), 'secret', { mode: 0o600 })
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600)
  })

  it('writes through a link and keeps the link', async () => {
    writeFileSync(join(folder, 'real'), 'old')
    symlinkSync('real', join(folder, 'link'))
    await writeFileAtomic(join(folder, 'link'), 'new')
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('new')
    expect(readdirSync(folder).sort()).toEqual(['link', 'real'])
  })

  it('names the file when a folder in its path is a file', async () => {
    writeFileSync(join(folder, 'a'), 'old')
    const write = writeFileAtomic(join(folder, 'a', 'b'), 'text')
    await expect(write).rejects.toMatchObject({ code: 'file_failed', file: join(folder, 'a', 'b') })
  })

  it('names a folder that stands where the file should be, and leaves no temporary file', async () => {
    const write = writeFileAtomic(folder, 'text')
    await expect(write).rejects.toThrow(folder)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('readBytes', () => {
  it('is undefined for a missing file', async () => {
    expect(await readBytes(join(folder, 'none', 'x'))).toBeUndefined()
  })
})
