import type { Recovery } from '../edit/change-set/recover-changes.ts'

const WHAT_BECAME: Record<Recovery['outcome'], string> = {
  finished: 'it was complete, only its record was not.',
  taken_back: 'what it had written is taken back.',
  waiting: 'the next command that writes takes it back. Until then some files are new and some are old.',
}

/** What became of a change that was interrupted, for a person. */
export function recoveryText({ title, outcome, left }: Recovery): string {
  const kept = left.map(file => `\n  ${file} was changed meanwhile and stays as it is.`)
  return `\`${title}\` was interrupted: ${WHAT_BECAME[outcome]}${kept.join('')}`
}
