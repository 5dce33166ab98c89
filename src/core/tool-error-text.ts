import type { ToolError } from './tool.ts'

/** Why a call failed, and on a line each the arguments that did not fit. */
export function toolErrorText({ message, problems = [] }: Pick<ToolError, 'message' | 'problems'>): string {
  const lines = problems.map(({ path, expected, received }) => {
    return `- ${path || 'arguments'}: expected ${expected}, received ${received}`
  })
  return [message, ...lines].join('\n')
}
