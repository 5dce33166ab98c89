import { ROOTS } from './ast.ts'
import { EvaluationProblem } from './problem.ts'
import type { Run } from './run.ts'
import { readMember } from './values.ts'

/** The value of a name followed by written members: a root, a local of a template, a parameter, then a session variable. */
export function readName(run: Run, name: string, members: readonly string[]): unknown {
  if (ROOTS.includes(name) && !(members.length === 0 && isParameter(run, name))) return readRoot(run, name, members)
  for (let index = run.locals.length - 1; index >= 0; index--) {
    const local = run.locals[index]
    if (local && Object.hasOwn(local, name)) return follow(local[name], members)
  }
  if (isParameter(run, name)) return follow(run.scope.parameters?.[name], members)
  const value = follow(run.scope.session, [name, ...members])
  if (value === undefined) run.missing.add([name, ...members].join('.'))
  return value
}

function readRoot(run: Run, name: string, members: readonly string[]): unknown {
  const { scope } = run
  switch (name) {
    case 'config':
      return readConfig(run, members)
    case 'result':
      return follow(scope.result, members)
    case 'error':
      return follow(scope.error, members)
    default: {
      const value = follow(name === 'session' ? scope.session : scope.parameters, members)
      if (value === undefined) run.missing.add([name, ...members].join('.'))
      return value
    }
  }
}

function readConfig(run: Run, [variable, ...members]: readonly string[]): unknown {
  const value = variable === undefined ? undefined : run.scope.config?.(variable)
  if (value === undefined)
    throw new EvaluationProblem(`The variable \`config.${variable}\` has no value.`, 'config_missing')
  return follow(value, members)
}

function follow(value: unknown, members: readonly string[]): unknown {
  return members.reduce<unknown>((current, member) => readMember(current, member), value)
}

function isParameter(run: Run, name: string): boolean {
  return run.scope.parameters !== undefined && Object.hasOwn(run.scope.parameters, name)
}
