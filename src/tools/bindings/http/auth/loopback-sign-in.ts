import { createServer, type Server, type ServerResponse } from 'node:http'
import { LoopengineError, messageOf, systemCode } from '../../../../core/errors.ts'
import { beginSignIn, type SignIn, type SignInInput } from './sign-in.ts'
import type { StoredTokens } from './token-store.ts'
import { untilAborted } from './until-aborted.ts'

export interface LoopbackInput extends Omit<SignInInput, 'redirectUri'> {
  /** The provider must know `http://127.0.0.1:PORT/oauth/callback`; 0 takes any that is free. */
  port: number
  signal: AbortSignal
  /** Told the link that the person must open. */
  onLink(url: string): void
}

export const CALLBACK_PATH = '/oauth/callback'

/**
 * A sign-in at a terminal: waits on loopback for the browser to come back from the provider.
 * @throws LoopengineError `callback_port_taken`, `sign_in_refused`; the signal's reason; ToolFailure of the token endpoint
 */
export async function loopbackSignIn({ port, signal, onLink, ...input }: LoopbackInput): Promise<StoredTokens> {
  signal.throwIfAborted()
  const server = createServer()
  const redirectUri = `http://127.0.0.1:${await listen(server, port)}${CALLBACK_PATH}`
  try {
    const signIn = await beginSignIn({ ...input, redirectUri })
    const tokens = untilAborted(callback(server, signIn), signal)
    onLink(signIn.url)
    return await tokens
  } finally {
    server.close()
    server.closeIdleConnections()
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', error => reject(systemCode(error) === 'EADDRINUSE' ? taken(port) : error))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function taken(port: number): LoopengineError {
  return new LoopengineError('callback_port_taken', `Port ${port} of this machine is in use.`, {
    hint: 'Stop what listens there, or set `server.callback_port` in loopengine.config.yml and at the provider.',
  })
}

/** The first request with the right state ends the sign-in; all others are told that there is nothing here. */
function callback(server: Server, signIn: SignIn): Promise<StoredTokens> {
  return new Promise((resolve, reject) => {
    let taken = false
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const isOurs =
        request.method === 'GET' && pathname === CALLBACK_PATH && searchParams.get('state') === signIn.state
      if (taken || !isOurs) return answer(response, 404, 'There is nothing here.')
      taken = true
      signIn.finish(searchParams).then(
        tokens => {
          answer(response, 200, 'Signed in. You can close this window.')
          resolve(tokens)
        },
        error => {
          answer(response, 400, messageOf(error))
          reject(error)
        },
      )
    })
  })
}

function answer(response: ServerResponse, status: number, text: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }
  response.writeHead(status, { ...headers, 'x-content-type-options': 'nosniff' }).end(`${text}\n`)
}
