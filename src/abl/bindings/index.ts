import { asyncWebhook } from './async-webhook.ts'
import type { Binding } from './binding.ts'
import { http } from './http.ts'
import { lambda } from './lambda.ts'
import { mcp } from './mcp.ts'
import { sandbox } from './sandbox.ts'
import { searchai } from './searchai.ts'
import type { BindingType } from './spec.ts'
import { workflow } from './workflow.ts'

export const BINDINGS = {
  http,
  mcp,
  sandbox,
  lambda,
  async_webhook: asyncWebhook,
  workflow,
  searchai,
} satisfies Record<BindingType, Binding>

export const BINDING_TYPES = Object.keys(BINDINGS) as BindingType[]

/** Binding types of a newer version of the language. */
export const NEWER_TYPES: readonly string[] = ['table']
