import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, relative, resolve } from 'node:path'
import { type LoopengineError, usageError } from '../core/errors.ts'
import { PACKAGE_NAME } from './package-facts.ts'

/** Where an ability comes from. Paths are absolute. */
export type AbilitySpec =
  | { kind: 'folder'; path: string }
  | { kind: 'file'; path: string }
  | { kind: 'url'; url: string }
  /** `range`: a version, a range or a tag. */
  | { kind: 'registry'; name: string; range: string | undefined }
  /** `url` as git takes it; `ref`: a tag, branch, commit, or `semver:RANGE`; undefined is the default branch. */
  | { kind: 'git'; url: string; ref: string | undefined }

/**
 * Reads what a person typed: `name@range`, `git+ssh://…#ref`, `github:owner/repo#ref`, `./ability.tgz`, `https://….tgz`, or
 * a folder. Relative paths count from `base`. @throws LoopengineError `ability_spec` (2)
 */
export function parseAbilitySpec(text: string, base: string): AbilitySpec {
  const typed = text.trim()
  if (typed === '' || /[\p{Cc}\p{Cf}]/u.test(typed)) throw badSpec(text, 'is empty or holds invisible characters')
  if (typed.startsWith('-')) throw badSpec(text, 'starts with `-`, like an option')
  return gitSpec(typed) ?? urlSpec(typed) ?? pathSpec(typed, base) ?? registrySpec(typed)
}

/** The spec as the project records it: paths relative to its root, with `/`. */
export function recordedSpec(spec: AbilitySpec, root: string): string {
  switch (spec.kind) {
    case 'folder':
    case 'file':
      return recordedPath(spec.path, root)
    case 'url':
      return spec.url
    case 'registry':
      return spec.range === undefined ? spec.name : `${spec.name}@${spec.range}`
    case 'git':
      return `git+${spec.url}${spec.ref === undefined ? '' : `#${spec.ref}`}`
  }
}

function recordedPath(path: string, root: string): string {
  const way = relative(root, path).replaceAll('\\', '/')
  if (isAbsolute(way)) return path
  return way === '' ? '.' : way.startsWith('../') || way === '..' ? way : `./${way}`
}

const HOSTS: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
}

function gitSpec(typed: string): AbilitySpec | undefined {
  const [, host = '', path = '', hostRef] =
    /^(github|gitlab|bitbucket):([\w.-]+\/[\w.-]+?)(?:\.git)?(?:#(.+))?$/.exec(typed) ?? []
  if (host !== '') return { kind: 'git', url: `${HOSTS[host]}${path}.git`, ref: checkedRef(typed, hostRef) }
  const [, url, ref] = /^git\+((?:ssh|https?|file):\/\/[^#]+)(?:#(.+))?$/.exec(typed) ?? []
  if (url !== undefined) return { kind: 'git', url: checkedUrl(typed, url), ref: checkedRef(typed, ref) }
  if (/^(git|ssh):\/\/|^git@|^(https?|file):\/\/[^#]+\.git(#|$)/.test(typed)) {
    throw badSpec(
      typed,
      'is a git repository without saying so',
      'Write `git+https://…`, `git+ssh://git@host/owner/repo.git` or `github:owner/repo`.',
    )
  }
  return undefined
}

function urlSpec(typed: string): AbilitySpec | undefined {
  if (!/^https?:\/\//i.test(typed)) return undefined
  return { kind: 'url', url: checkedUrl(typed, typed) }
}

/** A password in an address would be written into the project. */
function checkedUrl(typed: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.hostname.startsWith('-')) throw badSpec(typed, 'is no address')
  if (url.password !== '' || (url.username !== '' && url.protocol !== 'ssh:')) {
    const hint = 'Put the token into .npmrc, or let git remember it (`git config credential.helper`).'
    throw badSpec(withoutCredentials(url), 'was given with a user or password, which would be written down', hint)
  }
  return address
}

function withoutCredentials(url: URL): string {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  return shown.href
}

function checkedRef(typed: string, ref: string | undefined): string | undefined {
  if (ref === undefined || ref === '') return undefined
  if (!ref.startsWith('semver:') && !/^[\w][\w./+@-]*$/.test(ref))
    throw badSpec(typed, `names \`${ref}\`, which is no tag, branch or commit`)
  return ref
}

function pathSpec(typed: string, base: string): AbilitySpec | undefined {
  const isPath = /^(\.{1,2}([/\\]|$)|[/\\~]|[A-Za-z]:[/\\]|file:)/.test(typed)
  const plain = typed.replace(/^file:(\/\/(?=\/))?/, '').replace(/^~(?=[/\\]|$)/, homedir())
  const path = resolve(base, plain)
  const isThere = existsSync(path)
  const couldBe = isPath || /\.(tgz|tar|tar\.gz)$/i.test(typed) || (!typed.startsWith('@') && /[/\\]/.test(typed))
  if (!couldBe) return undefined
  if (isThere) return { kind: statSync(path).isDirectory() ? 'folder' : 'file', path }
  const repository = /^[\w.-]+\/[\w.-]+$/.test(typed) ? ` For a repository on GitHub write \`github:${typed}\`.` : ''
  throw badSpec(typed, `is neither a folder nor a file: there is no ${path}`, `Check the path.${repository}`)
}

function registrySpec(typed: string): AbilitySpec {
  const at = typed.indexOf('@', 1)
  const name = at < 0 ? typed : typed.slice(0, at)
  const range = at < 0 ? undefined : typed.slice(at + 1).trim()
  if (!PACKAGE_NAME.test(name) || name.length > 214)
    throw badSpec(typed, `names \`${name}\`, which no package can be called`)
  if (range !== undefined) checkRange(typed, range)
  return { kind: 'registry', name, range }
}

/** A version, a range or a tag; never another kind of spec behind the `@`. */
function checkRange(typed: string, range: string): void {
  if (range !== '' && !/[:/\\]/.test(range) && !range.startsWith('-')) return
  throw badSpec(typed, `has \`${range}\` behind the \`@\`, which is no version, range or tag`)
}

const SHAPES =
  'Give a package (`refunds`, `@acme/refunds@^1`), a git repository (`github:owner/repo#v1.0.0`, `git+ssh://…`), a tarball or a folder (`./abilities/refunds`).'

function badSpec(typed: string, what: string, hint = SHAPES): LoopengineError {
  return usageError('ability_spec', `\`${typed.replace(/[\p{Cc}\p{Cf}]/gu, '?')}\` ${what}.`, hint)
}
