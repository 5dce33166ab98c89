// A model server on loopback that answers at once: one call a step until `steps` of them are done, then a short text.
import { createServer } from 'node:http'

const STEPS = Number(process.argv[2] ?? 10)

const data = value => `data: ${JSON.stringify(value)}\n\n`
const chunk = (delta, finish_reason = null) =>
  data({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  })
const usage = data({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
})

function callOf(step) {
  const start = { index: 0, id: `call_${step}`, type: 'function', function: { name: 'work', arguments: '' } }
  const written = { index: 0, function: { arguments: JSON.stringify({ step }) } }
  return chunk({ tool_calls: [start] }) + chunk({ tool_calls: [written] }) + chunk({}, 'tool_calls')
}

const TEXT = chunk({ content: 'all' }) + chunk({ content: ' is' }) + chunk({ content: ' done' }) + chunk({}, 'stop')

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const step = JSON.parse(body).messages.filter(({ role }) => role === 'tool').length
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const answer = step < STEPS ? callOf(step) : TEXT
  response.end(`${chunk({ role: 'assistant', content: '' })}${answer}${usage}data: [DONE]\n\n`)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
process.on('disconnect', () => process.exit(0))
