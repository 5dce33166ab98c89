import type { ChangeSet } from '../../edit/change-set/change-set.ts'
import type { ChatConsole } from '../editor/chat-console.ts'

/** A change of the project's files as a person sees it before it is made. */
export async function changeText(changeSet: ChangeSet, out: NodeJS.WriteStream): Promise<string> {
  const { describeChangeSet } = await import('../../edit/change-set/describe-change-set.ts')
  return describeChangeSet(changeSet, { colour: out.hasColors?.() === true && !process.env.NO_COLOR })
}

/** Shows a change, asks, and makes it whole or not at all; its id for `undo`, undefined when the person said no. */
export async function changeInChat(
  terminal: ChatConsole,
  changeSet: ChangeSet,
  { question, signal }: { question: string; signal?: AbortSignal },
): Promise<string | undefined> {
  terminal.out.write(`${await changeText(changeSet, terminal.out)}\n`)
  const choices = [{ label: 'Yes' }, { label: 'No' }]
  const ended = await terminal.choose({ message: question, choices, mayGoBack: true }, signal)
  if (ended.kind !== 'given' || ended.value !== 0) return undefined
  const [{ applyChangeSet }, { verifyTexts }] = await Promise.all([
    import('../../edit/change-set/apply-change-set.ts'),
    import('../../edit/verify/verify-texts.ts'),
  ])
  return (await applyChangeSet(changeSet, { owner: 'chat', verify: verifyTexts })) ?? undefined
}
