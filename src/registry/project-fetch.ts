import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createGuardedFetch, type GuardedFetch } from '../net/guarded-fetch.ts'
import { readSettings, SETTINGS_FILE } from '../settings/read-settings.ts'
import { findProjectRoot } from './project-root.ts'

/** `guardedFetch` for the code of one project: what its settings allow at the time of the request is reached too. */
export function projectFetch(root: string | undefined): GuardedFetch {
  return createGuardedFetch({ allowHosts: root === undefined ? [] : allowedHosts(root) })
}

/** The settings are read again when their file has changed. */
function allowedHosts(root: string): () => Promise<readonly string[]> {
  const path = join(root, SETTINGS_FILE)
  let known: { stamp: string; hosts: Promise<readonly string[]> } | undefined
  return () => {
    const stats = statSync(path, { throwIfNoEntry: false })
    const stamp = stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : ''
    if (known?.stamp !== stamp) known = { stamp, hosts: readHosts(root) }
    return known.hosts
  }
}

async function readHosts(root: string): Promise<readonly string[]> {
  return (await readSettings(root)).settings.tools.allow_hosts
}

/** The same for code that runs by itself: its project is the one it is started in. */
export const guardedFetch: GuardedFetch = (url, request) => {
  ownFetch ??= projectFetch(findProjectRoot(process.cwd()))
  return ownFetch(url, request)
}

let ownFetch: GuardedFetch | undefined
