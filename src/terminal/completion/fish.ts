import { type CompletedCommand, type Completes, nextWords } from './completed-command.ts'
import { LISTS } from './shell-lists.ts'

/** A completion script for fish 3 and later. */
export function fishCompletion(bin: string, commands: readonly CompletedCommand[]): string {
  const topics = [...new Set(commands.filter(({ words }) => words.length > 1).map(({ words }) => words[0] ?? ''))]
  const words = (given: string[]): string[] =>
    [...nextWords(commands, given)].map(([word, summary]) => {
      return `complete -c ${bin} -f -n ${quote(`__${bin}_at ${given.join(' ')}`.trim())} -a ${quote(word)} -d ${quote(summary)}`
    })
  return `# Completion of ${bin} for fish. In ~/.config/fish/config.fish: ${bin} completion fish | source
function __${bin}_words
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; or echo $word
  end
end
function __${bin}_at
  set -l words (__${bin}_words)
  test "$words" = "$argv"
end
function __${bin}_in
  set -l words (__${bin}_words)
  string match -q -- "$argv" "$words"; or string match -q -- "$argv *" "$words"
end
complete -c ${bin} -f
${[...words([]), ...topics.flatMap(topic => words([topic]))].join('\n')}
${commands.flatMap(command => lines(bin, command)).join('\n')}
`
}

function lines(bin: string, { words, flags, args }: CompletedCommand): string[] {
  const within = `-n ${quote(`__${bin}_in ${words.join(' ')}`)}`
  const offered = flags.map(({ names, summary, value }) => {
    const spelled = names.map(name => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ')
    return `complete -c ${bin} ${within} ${spelled} -d ${quote(summary)}${value ? ` -r ${candidates(value)}` : ''}`.trim()
  })
  const values = args.flatMap(arg => {
    const listed = candidates(arg)
    return listed === '-f' ? [] : [`complete -c ${bin} ${within} ${listed}`]
  })
  return [...offered, ...values]
}

function candidates({ words, completes }: { words: readonly string[]; completes: Completes }): string {
  if (words.length > 0) return `-f -a ${quote(words.join(' '))}`
  if (completes === 'file') return '-F'
  if (completes === 'folder') return `-f -a ${quote('(__fish_complete_directories)')}`
  return completes === 'nothing' ? '-f' : `-f -a ${quote(`(${LISTS[completes]})`)}`
}

/** Single quotes; fish knows a backslash inside them. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
