import { messageOf } from '../../core/errors.ts'
import { isRecord } from '../../core/json.ts'
import type { ChatConsole } from '../editor/chat-console.ts'
import { styled } from '../style.ts'
import { visible } from '../visible.ts'

type Input = Record<string, unknown>

/**
 * Lets a person change the arguments of a call as JSON, until it is an object or they go back. What hides in the texts
 * stays written out. Whether the arguments fit the tool is for the loop to say.
 */
export async function editArguments(
  terminal: ChatConsole,
  input: Input,
  signal: AbortSignal,
): Promise<{ kind: 'given'; input: Input } | { kind: 'interrupt' } | { kind: 'back' }> {
  let initial = asciiJson(input)
  for (;;) {
    const ended = await terminal.ask(
      { message: 'The arguments, as JSON (Enter: done, Escape: as they were)', initial, mayGoBack: true },
      signal,
    )
    if (ended.kind !== 'given') return ended
    const read = readObject(ended.value)
    if (read.kind === 'object') return { kind: 'given', input: read.input }
    terminal.out.write(`${styled('red', visible(read.problem), terminal.out)}\n`)
    initial = ended.value
  }
}

/** Hidden characters as JSON writes them, so that an edit of something else leaves them as they were. */
function asciiJson(input: Input): string {
  return JSON.stringify(input, null, 2).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    character => {
      if (character === '\n') return character
      return [...Array(character.length).keys()]
        .map(index => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
        .join('')
    },
  )
}

function readObject(text: string): { kind: 'object'; input: Input } | { kind: 'problem'; problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { kind: 'object', input: value } : { kind: 'problem', problem: 'That is no JSON object.' }
  } catch (error) {
    return { kind: 'problem', problem: `That is no JSON: ${messageOf(error)}` }
  }
}
