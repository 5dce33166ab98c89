import { type CompletedCommand, type Completes, nextWords } from './completed-command.ts'
import { LISTS, quoted } from './shell-lists.ts'

/** A completion script for zsh 5 and later. */
export function zshCompletion(bin: string, commands: readonly CompletedCommand[]): string {
  const topics = [...new Set(commands.filter(({ words }) => words.length > 1).map(({ words }) => words[0] ?? ''))]
  return `#compdef ${bin}
# Completion of ${bin} for zsh. In ~/.zshrc, after compinit: eval "$(${bin} completion zsh)"
_${bin}() {
  local -a given options
  local word command=""
  for word in "\${(@)words[2,CURRENT-1]}"; do [[ $word == -* ]] || given+=("$word"); done
  case "\${given[1]}" in
    ${topics.join('|')})
      if (( \${#given} < 2 )); then
        case "\${given[1]}" in
${topics.map(topic => `          ${topic}) options=(${described(nextWords(commands, [topic]))}) ;;`).join('\n')}
        esac
        _describe command options; return
      fi
      command="\${given[1]} \${given[2]}"; shift words; (( CURRENT-- )) ;;
    '') options=(${described(nextWords(commands, []))}); _describe command options; return ;;
    *) command="\${given[1]}" ;;
  esac
  shift words; (( CURRENT-- ))
  case "$command" in
${commands.map(argumentsCase).join('\n')}
  esac
}
compdef _${bin} ${bin}
`
}

function described(words: ReadonlyMap<string, string>): string {
  return [...words].map(([word, summary]) => quoted(`${word}:${summary}`)).join(' ')
}

function argumentsCase({ words, flags, args }: CompletedCommand): string {
  const specs = flags.flatMap(({ names, summary, value }) =>
    names.map(name => quoted(`*${name}[${plain(summary)}]${value ? `:value:${action(value)}` : ''}`)),
  )
  const places = args.map((arg, index) => quoted(`${index + 1}:argument:${action(arg)}`))
  return `    ${quoted(words.join(' '))}) _arguments ${[...specs, ...places].join(' ')} ;;`
}

function action({ words, completes }: { words: readonly string[]; completes: Completes }): string {
  if (words.length > 0) return `(${words.join(' ')})`
  if (completes === 'file') return '_files'
  if (completes === 'folder') return '_files -/'
  return completes === 'nothing' ? ' ' : `{compadd -- $\{(f)"$(${LISTS[completes]})"}}`
}

/** Brackets and colons would end the description. */
function plain(text: string): string {
  return text.replace(/[[\]:]/g, ' ')
}
