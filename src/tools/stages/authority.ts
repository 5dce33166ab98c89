import { stepsOf } from './session-path.ts'

/** Which tools have authority over which session fields, over all tools of an agent (ABL `provides`). */
export interface Authority {
  /** The tools that alone may write a path; undefined when it is anybody's. */
  ownersOf(path: string): readonly string[] | undefined
}

export function authorityOf(tools: readonly { name: string; provides: readonly string[] }[]): Authority {
  const fields = tools.flatMap(({ name, provides }) => provides.map(field => ({ name, steps: stepsOf(field) })))
  return {
    ownersOf(path) {
      const steps = stepsOf(path)
      const owners = fields.filter(field => covers(field.steps, steps) || covers(steps, field.steps))
      return owners.length === 0 ? undefined : owners.map(({ name }) => name)
    },
  }
}

/** Whether one path is the other or leads to it. */
function covers(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.length <= inner.length && outer.every((step, index) => step === inner[index])
}
