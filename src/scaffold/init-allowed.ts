import { isRecord } from '../core/json.ts'
import type { TextFile } from './init-template.ts'

/** One permission that a change grants, as the writing commands report it. */
export interface NewlyAllowed {
  agent: string
  tool: string
  scope: string
  decision: string
  when?: unknown
}

/** What the rules files among `files` allow without asking anybody. */
export async function newlyAllowed(files: readonly TextFile[]): Promise<NewlyAllowed[]> {
  const { parse } = await import('yaml')
  return files.flatMap(({ path, text }) => {
    const agent = /^agents\/([^/]+)\/actauth\.yml$/.exec(path)?.[1]
    return agent === undefined ? [] : allowedRules(parse(text)).map(rule => ({ agent, ...rule }))
  })
}

function allowedRules(document: unknown): Omit<NewlyAllowed, 'agent'>[] {
  const rules = isRecord(document) && Array.isArray(document.rules) ? document.rules : []
  const allowed = rules.filter(isRecord).filter(rule => rule.decision === 'allow')
  return allowed.map(({ tool, scope, when }) => ({
    tool: String(tool),
    scope: String(scope),
    decision: 'allow',
    ...(when === undefined ? {} : { when }),
  }))
}
