// The travel API that this example's tools call: hotels, flights, weather, an insurer's SOAP service and OAuth, all in
// memory. `npm run travel-api` starts it; --port takes another port.
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { client } from './oauth.mjs'
import { createState, keys, routes } from './routes.mjs'

const LARGEST_BODY = 100_000

/** Listens on loopback; `port` 0 takes a free one. Resolves with the server and its base address. */
export async function startTravelApi(port = 4010) {
  const state = createState()
  const server = createServer((request, response) => {
    answer(request, state).then(
      ({ status, body, headers = {} }) => send(response, { status, body, headers }),
      () => send(response, { status: 500, body: { error: 'The server failed.' }, headers: {} }),
    )
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${server.address().port}` }
}

async function answer(request, state) {
  const url = new URL(request.url, 'http://localhost')
  const found = findRoute(request.method, url.pathname)
  if (!found) return { status: 404, body: { error: `Nothing answers ${request.method} ${url.pathname}.` } }
  const text = await readBody(request)
  const { headers } = request
  const body = parseBody(text, headers['content-type'] ?? '')
  return found.handle({ params: found.params, query: url.searchParams, headers, text, body, state })
}

function findRoute(method, path) {
  for (const [route, handle] of Object.entries(routes)) {
    const [verb, pattern] = route.split(' ')
    const params = verb === method ? match(pattern.split('/'), path.split('/')) : undefined
    if (params) return { handle, params }
  }
  return undefined
}

function match(pattern, parts) {
  if (pattern.length !== parts.length) return undefined
  const params = {}
  for (const [index, part] of pattern.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(parts[index])
    else if (part !== parts[index]) return undefined
  }
  return params
}

async function readBody(request) {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > LARGEST_BODY) throw new Error('too large')
  }
  return text
}

function parseBody(text, type) {
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function send(response, { status, body, headers }) {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
    ...headers,
  })
  response.end(body === undefined || isText ? body : JSON.stringify(body))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } })
  const { url } = await startTravelApi(Number(values.port))
  console.log(`The travel API answers at ${url}. What its tools send, for the project's .env:

TRAVEL_TOKEN=${keys.bearer}
TRAVEL_KEY=${keys.apiKey}
TRAVEL_CLIENT_SECRET=${client.secret}
`)
}
