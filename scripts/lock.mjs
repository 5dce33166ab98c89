import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './root.mjs'

const file = join(root, 'node_modules/.cache/loopengine-build.lock')

/** Runs `work` while no other build does. A lock whose owner is gone is taken over. */
export async function whileLocked(work) {
  while (!take()) await wait(100)
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function release() {
  rmSync(file, { force: true })
}

function take() {
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!ownerLives()) rmSync(file, { force: true })
    return false
  }
}

function ownerLives() {
  try {
    const owner = Number(readFileSync(file, 'utf8'))
    // The owner may be between creating the file and writing its number.
    if (!owner) return true
    process.kill(owner, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
