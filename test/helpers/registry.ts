import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'

const run = promisify(execFile)

/** A registry on loopback that knows no other; packages of `@acme` are for those with a token. */
export interface TestRegistry {
  url: string
  /** Of the one user. */
  token: string
  /** What a project's `.npmrc` needs to use it. */
  npmrc(options?: { token?: boolean }): string
  publish(files: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
}

const stops: (() => Promise<void>)[] = []

afterAll(async () => {
  for (const stop of stops.splice(0)) await stop()
})

export async function startRegistry(): Promise<TestRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'loopengine-registry-'))
  const server = await listening(folder)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const token = await signUp(url)
  const npmrc = ({ token: withToken = true } = {}): string =>
    [
      `registry=${url}`,
      `@acme:registry=${url}`,
      ...(withToken ? [`${url.slice(5)}:_authToken=${token}`] : []),
      '',
    ].join('\n')
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>(settle => void server.close(() => settle()))
    rmSync(folder, { recursive: true, force: true })
  }
  stops.push(stop)
  return { url, token, npmrc, publish: files => publish(folder, files, npmrc()), stop }
}

async function listening(folder: string): Promise<Server> {
  const { runServer } = await import('verdaccio')
  const config = {
    configPath: join(folder, 'config.yaml'),
    self_path: join(folder, 'config.yaml'),
    storage: join(folder, 'storage'),
    uplinks: {},
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    packages: {
      '@acme/*': { access: '$authenticated', publish: '$authenticated' },
      '**': { access: '$all', publish: '$authenticated' },
    },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
    web: { enable: false },
  }
  writeFileSync(config.configPath, '')
  const server = (await runServer(config as never)) as Server
  await new Promise<void>(settle => void server.listen(0, '127.0.0.1', settle))
  return server
}

async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}-/user/org.couchdb.user:tester`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'tester', password: 'only for tests' }),
  })
  const { token } = (await response.json()) as { token?: string }
  if (token === undefined) throw new Error(`The registry gave no token (${response.status}).`)
  return token
}

async function publish(folder: string, files: Readonly<Record<string, string>>, npmrc: string): Promise<void> {
  const place = mkdtempSync(join(folder, 'package-'))
  for (const [path, text] of Object.entries({ ...files, '.npmrc': npmrc })) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), text)
  }
  await run('npm', ['publish', '--ignore-scripts', '--loglevel=error'], { cwd: place })
}
