import { usageError } from '../core/errors.ts'
import type { AbilityOrigin } from './fetch-ability.ts'
import { type AbilitySpec, parseAbilitySpec, recordedSpec } from './spec.ts'

export interface Recorded {
  name: string
  entry: AbilityOrigin
  /** Of the project, absolute: recorded paths count from it. */
  root: string
}

/**
 * Where the next version of an installed ability comes from. `to`: a range or tag for a package, a tag, branch, commit or
 * range for git, another place for a tarball or folder, relative to `base`. Without it the recorded range is asked again;
 * one exact version becomes the latest. @throws LoopengineError `ability_spec`, `missing_value` (2)
 */
export function upgradeTarget({ name, entry, root }: Recorded, to: string | undefined, base: string): AbilitySpec {
  const spec = parseAbilitySpec(entry.spec, root)
  if (spec.kind === 'registry') {
    const range = to ?? (isExact(spec.range) ? 'latest' : (spec.range ?? 'latest'))
    return parseAbilitySpec(`${spec.name}@${range}`, root)
  }
  if (spec.kind === 'git') return { ...spec, ref: gitRef(name, spec.ref, to) }
  return to === undefined ? spec : parseAbilitySpec(isPlace(to) ? to : `./${to}`, base)
}

function isExact(range: string | undefined): boolean {
  return range !== undefined && /^[v=]?\d+\.\d+\.\d+/.test(range) && !/[\s|]/.test(range)
}

function isPlace(to: string): boolean {
  return /^([./\\~]|https?:|file:|[A-Za-z]:[/\\])/.test(to)
}

/** A tag that is a version gives way to the newest such tag, a branch to what it is now; a commit stays a commit. */
function gitRef(name: string, ref: string | undefined, to: string | undefined): string | undefined {
  if (to !== undefined) {
    if (to.startsWith('-') || /[\p{Cc}\p{Cf}]/u.test(to))
      throw usageError('ability_spec', `\`${to}\` is no tag, branch or commit.`)
    return /[\^~<>=*|\s]|\.x\b/.test(to) && !to.startsWith('semver:') ? `semver:${to}` : to
  }
  if (ref !== undefined && /^[0-9a-f]{40}/.test(ref)) {
    const hint = 'Give `--to` a tag, a branch or another commit.'
    throw usageError('missing_value', `\`${name}\` was installed from one commit, which has no next version.`, hint)
  }
  return ref !== undefined && isExact(ref) ? 'semver:*' : ref
}

/** The spec to record: a person's own range stays, so that the next upgrade asks for it again. */
export function nextSpec({ entry, root }: Recorded, target: AbilitySpec, to: string | undefined): string {
  const known = parseAbilitySpec(entry.spec, root)
  const keepsAsking = target.kind !== 'git' && !(known.kind === 'registry' && isExact(known.range))
  return to === undefined && keepsAsking ? entry.spec : recordedSpec(target, root)
}
