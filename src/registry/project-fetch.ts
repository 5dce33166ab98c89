import { createGuardedFetch, type GuardedFetch } from '../net/guarded-fetch.ts'
import { findProjectRoot } from './project-root.ts'

/** `guardedFetch` for the code of one project: what its settings allow at the time of the request is reached too. */
export function projectFetch(root: string | undefined): GuardedFetch {
  return createGuardedFetch({
    allowHosts: async () => {
      if (root === undefined) return []
      const { readSettings } = await import('../settings/read-settings.ts')
      return (await readSettings(root)).settings.tools.allow_hosts
    },
  })
}

/** The same for code that runs by itself: its project is the one it is started in. */
export const guardedFetch: GuardedFetch = (url, request) => {
  ownFetch ??= projectFetch(findProjectRoot(process.cwd()))
  return ownFetch(url, request)
}

let ownFetch: GuardedFetch | undefined
