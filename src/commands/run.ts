import { Args, Flags } from '@oclif/core'
import { formatDiagnostic } from '../core/diagnostic.ts'
import { usageError } from '../core/errors.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { converse } from '../runtime/converse.ts'
import { newSessionId } from '../sessions/session-id.ts'
import { SessionStore } from '../sessions/session-store.ts'
import { chooseModel, isInteractive } from '../terminal/choose-model.ts'
import { flagApprover } from '../terminal/flag-approver.ts'
import { BaseCommand } from './base-command.ts'
import { EXIT_OF_STOP } from './exit-codes.ts'
import { readStdin } from './read-stdin.ts'
import { identityFlags, modelFlag, scopeFlags, scopeOf, userOf, variablesOf } from './turn-flags.ts'
import { turnPrinter } from './turn-printer.ts'

export default class Run extends BaseCommand {
  static override summary = 'Run one turn: a message in, the answer on stdout.'
  static override description =
    'Events go to stderr; with --json everything goes to stdout, one JSON object a line. A call that needs an approval parks the turn (exit code 3); `approvals` answers it and the turn goes on.'
  static override examples = [
    '<%= config.bin %> run customer-service "Where is order A-1001?" --model offline',
    'git diff | <%= config.bin %> run reviewer -',
    '<%= config.bin %> run customer-service "Refund A-1003" --approve issue_refund --json',
  ]
  static override args = {
    agent: Args.string({ description: 'The agent: the name of its folder.', required: true }),
    message: Args.string({ description: 'The message; `-` or nothing reads it from stdin.' }),
  }
  static override flags = {
    session: Flags.string({ description: 'Go on with this session, or begin one of this name.', helpValue: 'ID' }),
    model: modelFlag,
    approve: Flags.string({
      description: 'Approve calls of this tool; may be repeated.',
      multiple: true,
      helpValue: 'TOOL',
    }),
    'approve-all': Flags.boolean({ description: 'Approve every call that asks.' }),
    ...scopeFlags,
    ...identityFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Run)
    const root = this.projectRoot(flags)
    const registry = await openRegistry(root, { only: args.agent })
    const agent = registry.get(args.agent)
    for (const diagnostic of agent.diagnostics) this.note(formatDiagnostic(diagnostic))
    const model = await chooseModel({ flag: flags.model, agent, env: process.env, interactive: isInteractive() })
    const text = await message(args.message)
    const controller = new AbortController()
    process.once('SIGINT', () => controller.abort())
    const session = await new SessionStore(root).open(flags.session ?? newSessionId())
    try {
      const result = await converse({
        agent,
        findAgent: registry.find,
        model,
        session,
        text,
        scope: scopeOf(flags),
        approver: flagApprover(flags.approve ?? [], flags['approve-all']),
        signal: controller.signal,
        emit: flags.json ? event => this.printJsonLine(event) : turnPrinter(),
        user: userOf(flags),
        variables: variablesOf(flags.set),
      })
      this.exitWith(EXIT_OF_STOP[result.stopReason])
    } finally {
      await session.close()
    }
  }
}

async function message(argument: string | undefined): Promise<string> {
  if (argument !== undefined && argument !== '-') return nonEmpty(argument)
  if (argument === undefined && process.stdin.isTTY) {
    throw usageError(
      'MISSING_ARGUMENT',
      'The argument `MESSAGE` is missing.',
      'Give it as an argument, or pipe it in; `chat` is for conversations.',
    )
  }
  return nonEmpty(await readStdin('The message'))
}

function nonEmpty(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw usageError('MISSING_ARGUMENT', 'The message is empty.', 'Give it as an argument, or pipe it in.')
}
