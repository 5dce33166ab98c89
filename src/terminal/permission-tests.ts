import type { CaseOutcome } from '../permissions/cases/permission-case.ts'
import { wordScope } from '../permissions/word-rule.ts'
import type { PermissionTests } from '../registry/test-permissions.ts'
import { styled } from './style.ts'
import { visible } from './visible.ts'

const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const

/** The cases of one agent as an aligned table; below a failed one, what is not as expected. */
export function caseTable({ agent, file, outcomes }: PermissionTests): string {
  const title = `${styled('bold', agent, process.stdout)} ${styled('gray', file, process.stdout)}`
  const width = Math.max(0, ...outcomes.map(({ expected }) => visible(expected.name).length))
  return [title, ...outcomes.flatMap(outcome => caseLines(outcome, width)), ''].join('\n')
}

function caseLines({ expected, decision, rule, failure }: CaseOutcome, width: number): string[] {
  const out = process.stdout
  const mark = failure === undefined ? styled('green', '✓', out) : styled('red', '✗', out)
  const { tenant, environment } = expected.scope
  const decider = `${rule ?? 'the default'}, ${wordScope(`${tenant}/${environment}`)}`
  const facts = `${styled(COLOURS[decision], decision.padEnd(5), out)}  ${styled('gray', visible(decider), out)}`
  const line = `  ${mark} ${visible(expected.name).padEnd(width)}  ${facts}`
  return failure === undefined ? [line] : [line, `      line ${expected.place.start.line}: ${visible(failure)}`]
}

/** `shop: 3 of 4 rules decided a case; not late (line 12)`. */
export function coverageText({ agent, coverage: { rules, covered, uncovered } }: PermissionTests): string {
  const missing = uncovered.map(({ name, line }) => `${name}${line === undefined ? '' : ` (line ${line})`}`).join(', ')
  const rest = missing === '' ? '' : `; not ${visible(missing)}`
  return `${agent}: ${covered} of ${rules} rule${rules === 1 ? '' : 's'} decided a case${rest}`
}
