import { type CompletedCommand, type Completes, nextWords } from './completed-command.ts'
import { LISTS, quoted } from './shell-lists.ts'

/** A completion script for bash 3.2 and later. */
export function bashCompletion(bin: string, commands: readonly CompletedCommand[]): string {
  const topics = [...new Set(commands.filter(({ words }) => words.length > 1).map(({ words }) => words[0] ?? ''))]
  return `# Completion of ${bin} for bash. In ~/.bashrc: eval "$(${bin} completion bash)"
_${bin}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" position=0 index word
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$command $word" in
${commandCases(commands, topics)}
      *\\ -*) ;;
      *) position=$((position + 1)) ;;
    esac
  done
  case "$command $previous" in
${valueCases(commands)}
  esac
  if [[ "$current" == -* ]]; then
    case "$command" in
${flagCases(commands)}
    esac
    return
  fi
  case "$command $position" in
    " "[0-9]*) ${reply([...nextWords(commands, []).keys()])} ;;
${topics.map(topic => `    ${quoted(topic)}" "[0-9]*) ${reply([...nextWords(commands, [topic]).keys()])} ;;`).join('\n')}
${argumentCases(commands)}
  esac
}
complete -F _${bin} ${bin}
`
}

/** Each word that makes the command longer. A flag's value is counted as an argument only where no flag takes one. */
function commandCases(commands: readonly CompletedCommand[], topics: readonly string[]): string {
  const names = [...topics, ...commands.map(({ words }) => words.join(' '))]
  return names
    .map(name => {
      const at = name.lastIndexOf(' ')
      const before = at < 0 ? '' : name.slice(0, at)
      return `      ${quoted(`${before} ${name.slice(at + 1)}`)}) command=${quoted(name)} position=0 ;;`
    })
    .join('\n')
}

function valueCases(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap(({ words, flags }) =>
      flags.flatMap(({ names, value }) => {
        if (!value) return []
        const pattern = names.map(name => quoted(`${words.join(' ')} ${name}`)).join('|')
        return [`    ${pattern}) ${candidates(value)}; return ;;`]
      }),
    )
    .join('\n')
}

function flagCases(commands: readonly CompletedCommand[]): string {
  const lines = commands.map(({ words, flags }) => {
    return `      ${quoted(words.join(' '))}) ${reply(flags.flatMap(({ names }) => names))} ;;`
  })
  return [...lines, `      *) ${reply(['--help', '--version'])} ;;`].join('\n')
}

function argumentCases(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap(({ words, args }) =>
      args.map((arg, index) => `    ${quoted(`${words.join(' ')} ${index}`)}) ${candidates(arg)} ;;`),
    )
    .join('\n')
}

function candidates({ words, completes }: { words: readonly string[]; completes: Completes }): string {
  if (words.length > 0) return reply(words)
  switch (completes) {
    case 'file':
      return 'COMPREPLY=($(compgen -f -- "$current"))'
    case 'folder':
      return 'COMPREPLY=($(compgen -d -- "$current"))'
    case 'nothing':
      return 'COMPREPLY=()'
    default:
      return `COMPREPLY=($(compgen -W "$(${LISTS[completes]})" -- "$current"))`
  }
}

function reply(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$current"))`
}
