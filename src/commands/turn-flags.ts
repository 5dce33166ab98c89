import { Flags } from '@oclif/core'
import { usageError } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import type { Scope } from '../core/rule.ts'
import type { User } from '../core/tool.ts'

/** For whom and where a call is decided: `run`, `chat`, `call`, `permissions explain`. */
export const scopeFlags = {
  tenant: Flags.string({ description: 'The tenant that the rules see.', default: 'default', helpValue: 'NAME' }),
  environment: Flags.string({
    description: 'The environment that the rules see. Default: LOOPENGINE_ENV, else production.',
    helpValue: 'NAME',
  }),
}

export const identityFlags = {
  user: Flags.string({ description: 'The signed-in identity. Default: none.', helpValue: 'ID' }),
  claims: Flags.string({
    description: 'Claims of that identity, as a JSON object.',
    helpValue: 'JSON',
    dependsOn: ['user'],
  }),
  set: Flags.string({
    description: 'Sets a session variable; the value is JSON where it parses, else text.',
    helpValue: 'PATH=VALUE',
    multiple: true,
  }),
}

/** `--json` of the commands that stream. */
export const jsonLines = Flags.boolean({
  description: 'Print everything that happens on stdout, one JSON object a line.',
  helpGroup: 'GLOBAL',
})

export const modelFlag = Flags.string({
  description:
    'The model: offline, anthropic/…, openai/…, openai-compatible/… Default: that of the agent, else LOOPENGINE_MODEL.',
  helpValue: 'PROVIDER/MODEL',
})

export function scopeOf(flags: { tenant: string; environment?: string | undefined }): Scope {
  return { tenant: flags.tenant, environment: flags.environment ?? (process.env.LOOPENGINE_ENV || 'production') }
}

/** @throws LoopengineError `invalid_value` (2) when the claims are no JSON object. */
export function userOf(flags: { user?: string | undefined; claims?: string | undefined }): User | undefined {
  if (flags.user === undefined) return undefined
  return { id: flags.user, ...(flags.claims === undefined ? {} : { claims: jsonObject('--claims', flags.claims) }) }
}

/** `--set order.id=A-1` as `{ order: { id: 'A-1' } }`. */
export function variablesOf(settings: readonly string[] | undefined): Record<string, unknown> | undefined {
  if (!settings || settings.length === 0) return undefined
  const variables: Record<string, unknown> = {}
  for (const setting of settings) {
    const at = setting.indexOf('=')
    if (at < 1) throw usageError('invalid_value', `Expected \`--set path=value\`, got \`${setting}\`.`)
    setPath(variables, setting.slice(0, at).split('.'), jsonOrText(setting.slice(at + 1)))
  }
  return variables
}

/** @throws LoopengineError `invalid_value` (2) naming the flag. */
export function jsonObject(flag: string, text: string): Record<string, unknown> {
  const value = jsonOrText(text)
  if (isRecord(value)) return value
  throw usageError(
    'invalid_value',
    `Expected \`${flag}\` to be a JSON object, got \`${text.slice(0, 80)}\`.`,
    `E.g. ${flag} '{"id":"A-1"}'`,
  )
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function setPath(target: Record<string, unknown>, [step = '', ...rest]: string[], value: unknown): void {
  if (['__proto__', 'constructor', 'prototype'].includes(step))
    throw usageError('invalid_value', `\`${step}\` can't be set.`)
  if (rest.length === 0) {
    target[step] = value
    return
  }
  const inner = isRecord(target[step]) ? target[step] : {}
  target[step] = inner
  setPath(inner, rest, value)
}
