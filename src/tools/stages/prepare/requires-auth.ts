import type { Hints } from '../../../abl/index.ts'
import type { ToolContext, ToolError } from '../../../core/tool.ts'
import { noIdentity } from './sources/auth.ts'

/** `hints.requires_auth`: the error of a call that nobody signed in for. */
export function missingIdentity({ requiresAuth }: Hints, { user }: ToolContext): ToolError | undefined {
  return requiresAuth && !user ? noIdentity() : undefined
}
