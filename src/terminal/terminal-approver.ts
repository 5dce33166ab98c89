import type { ApprovalAnswer, ApprovalRequest, Approver, QuestionAnswer, QuestionRequest } from '../core/approval.ts'
import { toErrorRecord } from '../core/error-record.ts'
import type { Scope } from '../core/rule.ts'
import type { AlwaysAllow } from '../scaffold/allow-always.ts'
import { approvalText } from './approval-text.ts'
import { changeInChat } from './chat/change-in-chat.ts'
import { editArguments } from './chat/edit-arguments.ts'
import type { ChatConsole } from './editor/chat-console.ts'
import type { Choice } from './editor/menu.ts'
import { errorText } from './error-text.ts'
import type { PromptQueue } from './prompt-queue.ts'
import { styled } from './style.ts'
import { visible } from './visible.ts'

export interface ApproverOptions {
  terminal: ChatConsole
  prompts: PromptQueue
  /** The project, absolute. */
  root: string
  /** Who the person talks to: another agent that asks is named. */
  agentName: string
  scope: Scope
  /** The person pressed Ctrl-C instead of answering. */
  interrupted(): void
}

/** Asks the person at the terminal, one thing at a time. */
export function terminalApprover(options: ApproverOptions): Approver {
  const { prompts } = options
  const broken = (): { kind: 'unavailable' } => ({ kind: 'unavailable' })
  return {
    approve: (request, signal) => prompts.ask(() => approve(options, request, signal)).catch(broken),
    answer: (request, signal) => prompts.ask(() => answer(options, request, signal)).catch(broken),
  }
}

type Way = 'once' | 'session' | 'always' | 'edit' | 'deny' | 'stop'

const CHOICES: Record<Way, Choice> = {
  once: { label: 'Yes, once' },
  session: { label: 'Yes, for this session' },
  always: { label: 'Yes, always: see the rule…', opens: true },
  edit: { label: 'Change the arguments…', opens: true },
  deny: { label: 'No, and say why…', opens: true },
  stop: { label: 'No, and stop' },
}

/** Asks until there is an answer: a person may look at the rule or the arguments and come back. */
async function approve(
  options: ApproverOptions,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { terminal, interrupted } = options
  const always = await planAlways(options, request)
  let input: Record<string, unknown> | undefined
  let unasked = true
  show(options, request)
  for (;;) {
    const ways = waysOf(always, input !== undefined)
    const ended = await terminal.choose({ message: 'Run it?', choices: ways.map(way => CHOICES[way]), unasked }, signal)
    unasked = false
    const way = ended.kind === 'given' ? ways[ended.value] : undefined
    const step = way && (await take(way, { options, request, always, input, signal }))
    if (step?.kind === 'answer') return step.answer
    if (step?.kind === 'edited') {
      input = step.input
      show(options, { ...request, call: { ...request.call, input } })
    } else if (step?.kind === 'again') {
      show(options, input ? { ...request, call: { ...request.call, input } } : request)
    } else {
      interrupted()
      return { kind: 'unavailable' }
    }
  }
}

type Step =
  | { kind: 'answer'; answer: ApprovalAnswer }
  | { kind: 'edited'; input: Record<string, unknown> }
  | { kind: 'again' }
  | { kind: 'interrupt' }

interface Taking {
  options: ApproverOptions
  request: ApprovalRequest
  always: AlwaysAllow
  /** The arguments as the person changed them. */
  input: Record<string, unknown> | undefined
  signal: AbortSignal
}

async function take(way: Way, taking: Taking): Promise<Step> {
  const edited = taking.input ? { input: taking.input } : {}
  switch (way) {
    case 'once':
      return { kind: 'answer', answer: { kind: 'approve', ...edited } }
    case 'session':
      return { kind: 'answer', answer: { kind: 'approve', remember: 'session', ...edited } }
    case 'stop':
      return { kind: 'answer', answer: { kind: 'deny', stop: true } }
    case 'deny':
      return deny(taking)
    case 'edit':
      return edit(taking)
    case 'always':
      return writeRule(taking)
  }
}

async function deny({ options: { terminal }, signal }: Taking): Promise<Step> {
  const ended = await terminal.ask(
    { message: 'Why not? The model is told (Enter: no reason)', mayGoBack: true },
    signal,
  )
  if (ended.kind === 'interrupt') return ended
  if (ended.kind === 'back') return { kind: 'again' }
  const reason = ended.value.trim()
  return { kind: 'answer', answer: { kind: 'deny', ...(reason ? { reason } : {}) } }
}

async function edit({ options: { terminal }, request, input, signal }: Taking): Promise<Step> {
  const ended = await editArguments(terminal, input ?? request.call.input, signal)
  if (ended.kind === 'given') return { kind: 'edited', input: ended.input }
  return ended.kind === 'back' ? { kind: 'again' } : ended
}

/**
 * Shows the rule, and writes it when the person says so. This turn goes on with the rules it began with, so that the
 * tool is allowed until its end; from then on the rule decides, and taking it back takes everything back.
 */
async function writeRule({ options: { terminal }, always, signal }: Taking): Promise<Step> {
  if (always.kind === 'never') return { kind: 'again' }
  try {
    const id = await changeInChat(terminal, always.changeSet, { question: 'Write this rule, and run it?', signal })
    if (id === undefined) return { kind: 'again' }
    terminal.out.write(
      `${styled('gray', `Written. Take it back with: /undo, or loopengine undo ${id}`, terminal.out)}\n`,
    )
    return { kind: 'answer', answer: { kind: 'approve', remember: 'turn' } }
  } catch (error) {
    terminal.out.write(`${errorText(toErrorRecord(error), terminal.out)}\n`)
    return { kind: 'again' }
  }
}

/** A rule for the arguments as they were asked about is none for changed ones. */
function waysOf(always: AlwaysAllow, isEdited: boolean): Way[] {
  const offered = always.kind === 'offer' && !isEdited
  return ['once', 'session', ...(offered ? (['always'] as const) : []), 'edit', 'deny', 'stop']
}

async function planAlways({ root, scope }: ApproverOptions, request: ApprovalRequest): Promise<AlwaysAllow> {
  const { agent, call, decision } = request
  if (!agent) return { kind: 'never', reason: 'nobody says whose call it is.' }
  const { planAllowAlways } = await import('../scaffold/allow-always.ts')
  // A file that can't be edited, or read, is no reason not to ask.
  return planAllowAlways({ root, agent, call, decision, scope }).catch((): AlwaysAllow => {
    return { kind: 'never', reason: 'the file can not be edited.' }
  })
}

function show({ terminal, agentName }: ApproverOptions, { call, decision, agent }: ApprovalRequest): void {
  const other = agent?.name === agentName ? undefined : agent?.name
  terminal.out.write(`\n${approvalText({ call, reason: decision.reason, agent: other }, terminal.out)}\n`)
}

async function answer(
  options: ApproverOptions,
  { question }: QuestionRequest,
  signal: AbortSignal,
): Promise<QuestionAnswer> {
  const { terminal, interrupted } = options
  const message = visible(question.text)
  const { choices = [] } = question
  terminal.out.write('\n')
  if (choices.length > 0) {
    const labels = [...choices, 'Something else…'].map(label => ({ label: visible(label) }))
    const ended = await terminal.choose({ message, choices: labels, unasked: true }, signal)
    const text = ended.kind === 'given' ? choices[ended.value] : undefined
    if (text !== undefined) return { kind: 'answer', text }
    if (ended.kind !== 'given') return stopped(interrupted)
  }
  for (;;) {
    const ended = await terminal.ask({ message, unasked: choices.length === 0 }, signal)
    if (ended.kind !== 'given') return stopped(interrupted)
    if (ended.value.trim() !== '') return { kind: 'answer', text: ended.value }
  }
}

function stopped(interrupted: () => void): { kind: 'unavailable' } {
  interrupted()
  return { kind: 'unavailable' }
}
