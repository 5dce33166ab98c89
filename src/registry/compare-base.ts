import { realpath } from 'node:fs/promises'
import { LoopengineError, usageError } from '../core/errors.ts'
import { git, gitLine } from '../storage/git.ts'

/** A commit to compare a project with. */
export interface CompareBase {
  commit: string
  /** The project's folder below the repository's root: empty, or with a `/` at its end. */
  prefix: string
  /** What it is, for people: `main`, `merge base with origin/main`. */
  name: string
}

/**
 * The commit that `ref` names; without one, where this branch left the default branch of origin (in a pull request of
 * GitHub Actions: its target).
 * @throws LoopengineError `no_repository`, `unknown_ref`, `no_default_branch` (2), `no_merge_base`, `shallow_clone`
 */
export async function compareBase(
  root: string,
  ref: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Promise<CompareBase> {
  const folder = await realpath(root)
  const { code, stdout, stderr } = await git(folder, ['rev-parse', '--show-prefix'])
  if (code !== 0) throw noRepository(root, stderr)
  const prefix = stdout.toString('utf8').replace(/\r?\n$/, '')
  if (ref !== undefined) return { commit: await commitOf(folder, ref), prefix, name: ref }
  const branch = await defaultBranch(folder, env)
  const commit = await gitLine(folder, ['merge-base', branch, 'HEAD'])
  if (commit) return { commit, prefix, name: `merge base with ${branch}` }
  throw await noMergeBase(folder, branch)
}

async function commitOf(folder: string, ref: string): Promise<string> {
  const isName = !ref.startsWith('-')
  const commit = isName && (await gitLine(folder, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]))
  if (commit) return commit
  if (await isShallow(folder)) throw shallowClone(`\`${ref}\` is not in this clone`)
  throw usageError(
    'unknown_ref',
    `git knows no commit \`${ref}\`.`,
    'Name a branch, a tag or a commit; a branch of origin as `origin/NAME`.',
  )
}

async function defaultBranch(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const told = await gitLine(folder, ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'])
  const target = env.GITHUB_BASE_REF ? [`origin/${env.GITHUB_BASE_REF}`] : []
  for (const branch of [...target, ...(told ? [told] : []), 'origin/main', 'origin/master']) {
    if (await gitLine(folder, ['rev-parse', '--verify', '--quiet', `refs/remotes/${branch}^{commit}`])) return branch
  }
  if (await isShallow(folder)) throw shallowClone('the default branch of origin is not in this clone')
  throw usageError(
    'no_default_branch',
    'There is no default branch of origin to compare with.',
    'Name a commit, as in `loopengine permissions diff main`, or let git find it with `git remote set-head origin --auto`.',
  )
}

async function isShallow(folder: string): Promise<boolean> {
  return (await gitLine(folder, ['rev-parse', '--is-shallow-repository'])) === 'true'
}

async function noMergeBase(folder: string, branch: string): Promise<LoopengineError> {
  if (await isShallow(folder)) return shallowClone(`the commit where this branch left ${branch} is not in this clone`)
  const hasCommit = await gitLine(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'])
  const why = hasCommit ? `this branch and ${branch} have no commit in common` : 'there is no commit here yet'
  return new LoopengineError('no_merge_base', `There is nothing to compare with: ${why}.`, {
    hint: 'Name a commit, as in `loopengine permissions diff origin/main`.',
  })
}

function shallowClone(what: string): LoopengineError {
  return new LoopengineError('shallow_clone', `This clone is shallow, and ${what}.`, {
    hint: 'Fetch the rest with `git fetch --unshallow`; with actions/checkout, set `fetch-depth: 0`.',
  })
}

function noRepository(root: string, said: string): LoopengineError {
  const isOther = !/not a git repository/i.test(said)
  return new LoopengineError(
    isOther ? 'git_failed' : 'no_repository',
    isOther ? `git refuses ${root}: ${said}` : `${root} is in no git repository.`,
    { exitCode: isOther ? 1 : 2, hint: isOther ? undefined : 'Run it in a clone of the project.' },
  )
}
