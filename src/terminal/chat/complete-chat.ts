import type { Candidates, Complete } from '../editor/completion.ts'
import { mention } from './attach-files.ts'
import { filesBelow, filesIn } from './project-files.ts'

export interface ChatWords {
  /** Absolute. */
  root: string
  /** The names of the commands, without their slash. */
  commands: readonly string[]
  /** What may stand behind a command. */
  argumentsOf(command: string): Promise<readonly string[]>
}

/** Completes a command, what stands behind it, and the files that a message names. */
export function completeChat(words: ChatWords): Complete {
  return async (text, cursor) => {
    const before = text.slice(0, cursor)
    const file = /(?:^|\s)@(?:"([^"\n]*)|([^\s"]*))$/.exec(before)
    if (file)
      return completeFile(words.root, { before, typed: file[1] ?? file[2] ?? '', quoted: file[1] !== undefined })
    const command = /^\/(\S*)$/.exec(before)
    if (command)
      return ofWords(
        words.commands.map(name => `/${name}`),
        { typed: before, start: 0 },
      )
    const argument = /^\/(\S+)\s+(\S*)$/.exec(before)
    if (!argument) return undefined
    const [, name = '', typed = ''] = argument
    return ofWords(await words.argumentsOf(name), { typed, start: cursor - typed.length })
  }
}

function ofWords(all: readonly string[], { typed, start }: { typed: string; start: number }): Candidates {
  const fold = typed.toLowerCase()
  return { start, texts: all.filter(text => text.toLowerCase().startsWith(fold)) }
}

interface TypedFile {
  before: string
  typed: string
  quoted: boolean
}

/** Within the folder that is typed; a name that is in no such folder is looked for in the whole project. */
async function completeFile(root: string, { before, typed, quoted }: TypedFile): Promise<Candidates> {
  const start = before.length - typed.length - (quoted ? 2 : 1)
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1)
  if (folder.startsWith('/') || folder.split('/').includes('..')) return { start, texts: [] }
  const fold = typed.toLowerCase()
  const here = (await filesIn(root, folder)).filter(path => path.toLowerCase().startsWith(fold))
  const paths = here.length > 0 || typed === '' ? here : await byBaseName(root, fold)
  const labels = here.length > 0 ? paths.map(path => path.slice(folder.length)) : paths
  return { start, texts: paths.map(fileMention), labels }
}

async function byBaseName(root: string, fold: string): Promise<string[]> {
  return (await filesBelow(root)).filter(path =>
    path
      .slice(path.lastIndexOf('/') + 1)
      .toLowerCase()
      .includes(fold),
  )
}

/** A folder with blanks keeps its quotes open. */
function fileMention(path: string): string {
  const text = mention(path)
  return path.endsWith('/') ? text.replace(/"$/, '') : text
}
