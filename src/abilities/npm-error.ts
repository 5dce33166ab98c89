import { LoopengineError } from '../core/errors.ts'
import { isRecord, parseJson } from '../core/json.ts'

/** How npm ended when it failed. */
export interface NpmFailure {
  /** With `--json` npm prints its error here. */
  stdout: string
  stderr: string
  /** Of the process itself: `ENOENT` when there is no npm. */
  code: string | undefined
  timedOut: boolean
}

/** npm's failure as an error that says what to do. */
export function npmError(spec: string, failure: NpmFailure): LoopengineError {
  if (failure.code === 'ENOENT') {
    return new LoopengineError('npm_missing', 'There is no `npm` to fetch the ability with.', {
      hint: 'Install npm, or give a folder or a tarball.',
    })
  }
  if (failure.timedOut) return unreachable(spec, 'it did not answer in time')
  const { code, summary } = reported(failure)
  if (UNREACHABLE.test(code)) return unreachable(spec, summary)
  if (/^(E401|E403|ENEEDAUTH|EAUTH\w*)$/.test(code)) return unauthorised(spec, summary)
  if (/^(E404|ENOVERSIONS)$/.test(code)) return notFound(spec, summary)
  if (code === 'ETARGET') return noVersion(spec, summary)
  if (code === 'EINTEGRITY') return integrityMismatch(spec, summary)
  return new LoopengineError('fetch_failed', `npm could not fetch \`${spec}\`: ${summary}`, {
    hint: `\`npm pack --ignore-scripts -- '${spec}'\` shows more.`,
  })
}

const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E5\d\d|CERT_\w+|\w*SELF_SIGNED\w*)$/

function reported({ stdout, stderr }: NpmFailure): { code: string; summary: string } {
  const document = parseJson(stdout.trim())
  const error = isRecord(document) && isRecord(document.error) ? document.error : {}
  const lines = stderr.split('\n').map(line => line.replace(/^npm (error|ERR!)\s*/, '').trim())
  const code = typeof error.code === 'string' ? error.code : (/^code (\S+)/.exec(lines[0] ?? '')?.[1] ?? '')
  const told =
    typeof error.summary === 'string'
      ? error.summary
      : lines
          .filter(line => line !== '' && !/^code /.test(line))
          .slice(0, 3)
          .join(' ')
  return { code, summary: told.split('\n')[0]?.trim() || 'it said nothing' }
}

function unreachable(spec: string, summary: string): LoopengineError {
  return new LoopengineError('registry_unreachable', `The registry of \`${spec}\` cannot be reached: ${summary}`, {
    hint: 'Check the network, the proxy and `registry` in .npmrc. Abilities that are installed work without it.',
  })
}

function unauthorised(spec: string, summary: string): LoopengineError {
  return new LoopengineError('registry_unauthorised', `The registry did not let \`${spec}\` be read: ${summary}`, {
    hint: npmrcHint(spec),
  })
}

function npmrcHint(spec: string): string {
  const scope = /^@[^/]+/.exec(spec)?.[0]
  const line = scope === undefined ? '`registry=https://HOST/`' : `\`${scope}:registry=https://HOST/\``
  const lines = `${line} and \`//HOST/:_authToken=\${NPM_TOKEN}\``
  return `Put two lines into the .npmrc of the project or of your home folder, ${lines}, and set NPM_TOKEN.`
}

function notFound(spec: string, summary: string): LoopengineError {
  return new LoopengineError('ability_not_found', `There is no package \`${spec}\`: ${summary}`, {
    hint: `Check the name. A private registry says the same when the token is missing. ${npmrcHint(spec)}`,
  })
}

function noVersion(spec: string, summary: string): LoopengineError {
  const hint = 'Ask for another range; `npm view NAME versions` lists what there is.'
  return new LoopengineError('ability_not_found', `No version fits \`${spec}\`: ${summary}`, { hint })
}

/** What arrived is not what was promised. */
export function integrityMismatch(spec: string, detail: string): LoopengineError {
  return new LoopengineError('integrity_mismatch', `What arrived for \`${spec}\` is not what was recorded: ${detail}`, {
    hint: 'Nothing was written. Somebody may have replaced the package: ask its author before you use it.',
  })
}
