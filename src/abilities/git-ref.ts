import { LoopengineError } from '../core/errors.ts'

/**
 * The commit that a tag, a branch, `semver:RANGE` or nothing (the default branch) means now. A whole commit id is taken as
 * it is. @throws LoopengineError `git_unreachable`, `git_ref`
 */
export async function findCommit(url: string, ref: string | undefined): Promise<string> {
  if (ref !== undefined && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(ref)) return ref
  const refs = await remoteRefs(url)
  if (ref?.startsWith('semver:')) return newestTag(url, refs, ref.slice(7))
  const names = ref === undefined ? ['HEAD'] : [`refs/tags/${ref}^{}`, `refs/tags/${ref}`, `refs/heads/${ref}`]
  const name = names.find(candidate => refs.has(candidate))
  const commit = name === undefined ? undefined : refs.get(name)
  if (commit !== undefined) return commit
  const hint = /^[0-9a-f]{7,39}$/.test(ref ?? '')
    ? 'Give a commit with all its 40 characters.'
    : `Tags there: ${tagsOf(refs).slice(-8).join(', ') || 'none'}.`
  throw new LoopengineError('git_ref', `${url} has no tag or branch \`${ref ?? 'HEAD'}\`.`, { hint })
}

async function newestTag(url: string, refs: Map<string, string>, range: string): Promise<string> {
  const { clean, maxSatisfying } = await import('semver')
  const tags = tagsOf(refs).flatMap(tag => {
    const version = clean(tag)
    return version === null ? [] : [{ tag, version }]
  })
  const best = maxSatisfying(
    tags.map(({ version }) => version),
    range,
  )
  const found = tags.find(({ version }) => version === best)
  const commit = found && (refs.get(`refs/tags/${found.tag}^{}`) ?? refs.get(`refs/tags/${found.tag}`))
  if (commit !== undefined) return commit
  const hint = `Versions there: ${
    tags
      .map(({ version }) => version)
      .slice(-8)
      .join(', ') || 'none'
  }.`
  throw new LoopengineError('git_ref', `No tag of ${url} fits \`${range}\`.`, { hint })
}

function tagsOf(refs: Map<string, string>): string[] {
  return [...refs.keys()].flatMap(name => (/^refs\/tags\/.*(?<!\^\{\})$/.test(name) ? [name.slice(10)] : []))
}

async function remoteRefs(url: string): Promise<Map<string, string>> {
  const { execa } = await import('execa')
  const env = { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: 'echo', GIT_ALLOW_PROTOCOL: 'file:http:https:ssh' }
  const ran = await execa('git', ['ls-remote', '--', url], { env, stdin: 'ignore', reject: false, timeout: 60_000 })
  if (ran.failed) throw unreachable(url, ran)
  const lines = ran.stdout.split('\n').map(line => line.split('\t'))
  return new Map(lines.flatMap(([commit, name]) => (commit && name ? [[name, commit]] : [])))
}

function unreachable(
  url: string,
  { code, stderr, timedOut }: { code?: string; stderr: string; timedOut: boolean },
): LoopengineError {
  if (code === 'ENOENT') {
    return new LoopengineError('git_missing', 'There is no `git` to fetch the ability with.', { hint: 'Install git.' })
  }
  const reason = timedOut ? 'it did not answer in time' : (stderr.trim().split('\n').at(-1) ?? '')
  return new LoopengineError('git_unreachable', `The repository ${url} cannot be read: ${reason}`, {
    hint: `Check that \`git ls-remote ${url}\` works here: the address, your key or token, the network.`,
  })
}
