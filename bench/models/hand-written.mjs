// The loop as one writes it by hand over fetch, for one API, without errors, retries or anything kept.
export async function handWritten(baseURL, { tools, run }) {
  const messages = [{ role: 'user', content: 'go' }]
  for (;;) {
    const body = JSON.stringify({ model: 'm', messages, tools, stream: true })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body })
    const { text, calls } = await read(response)
    if (calls.length === 0) return text
    messages.push({ role: 'assistant', content: null, tool_calls: calls })
    for (const { id, function: called } of calls) {
      messages.push({ role: 'tool', tool_call_id: id, content: await run(called.name, JSON.parse(called.arguments)) })
    }
  }
}

async function read(response) {
  const decoder = new TextDecoder()
  const calls = []
  let text = ''
  let rest = ''
  for await (const chunk of response.body) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      if (event === 'data: [DONE]') continue
      const delta = JSON.parse(event.slice(6)).choices[0]?.delta
      if (delta?.content) text += delta.content
      for (const { index, id, function: part } of delta?.tool_calls ?? []) {
        calls[index] ??= { id, type: 'function', function: { name: part.name, arguments: '' } }
        calls[index].function.arguments += part.arguments ?? ''
      }
    }
  }
  return { text, calls }
}
