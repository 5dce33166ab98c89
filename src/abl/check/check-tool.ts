import type { ParsedTool } from '../file/read-tool.ts'
import { checkAuth } from './auth.ts'
import { checkRequests } from './body.ts'
import { checkDescription } from './description.ts'
import { checkEffect } from './effect.ts'
import { checkEndpoints } from './endpoint.ts'
import { checkParameters } from './parameters.ts'
import { checkBinding, checkReferences } from './references.ts'
import type { CheckFacts, Rule } from './rule.ts'
import { checkSandbox } from './sandbox.ts'
import { checkVariants } from './variants.ts'
import { checkWebhook } from './webhook.ts'

const RULES: readonly Rule[] = [
  checkDescription,
  checkBinding,
  checkReferences,
  checkParameters,
  checkEndpoints,
  checkAuth,
  checkRequests,
  checkVariants,
  checkEffect,
  checkSandbox,
  checkWebhook,
]

/** Runs every rule on one tool; what they find goes into the report of the tool's file. */
export function checkTool(tool: ParsedTool, facts: CheckFacts): void {
  for (const rule of RULES) rule(tool, facts)
}
