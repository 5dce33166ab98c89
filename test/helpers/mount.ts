import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'

const mounted: string[] = []

/** Unmounts after every test; to be called once in a test file that mounts. */
export function unmountAfterEach(): void {
  afterEach(() => {
    for (const folder of mounted.splice(0).reverse()) execFileSync('umount', [folder])
  })
}

/** A small disk of its own on this folder. */
export function smallDisk(folder: string, size: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  mounted.push(folder)
}

/** The same folder, but nothing in it can be changed: root ignores permission bits, not a mount. */
export function readOnly(folder: string): void {
  execFileSync('mount', ['--bind', folder, folder])
  mounted.push(folder)
  execFileSync('mount', ['-o', 'remount,ro,bind', folder])
}

/** Whether this machine lets the tests mount. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'loopengine-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}
