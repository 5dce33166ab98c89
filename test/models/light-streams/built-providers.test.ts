import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lightStreams } from '../../../scripts/light-streams.mjs'
import type { ModelPart } from '../../../src/core/model.ts'
import { openModel } from '../../../src/models/open-model.ts'
import { openWireModel, requestOf } from '../../helpers/open-wire-model.ts'
import { type WireName, wireFormats } from '../../helpers/wire-formats.ts'
import { type WireReply, wireServer } from '../../helpers/wire-server.ts'

/** The providers as the package holds them: bundled, with the light streams. */
let built: typeof openModel = openModel
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'built-providers-'))
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const { metafile } = await build({
    entryPoints: ['src/models/open-model.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external: ['undici', 'zod'],
    plugins: [lightStreams],
    metafile: true,
    logLevel: 'silent',
  })
  expect(Object.keys(metafile.inputs)).toContain('src/models/light-streams/index.ts')
  built = (await import(join(folder, 'open-model.mjs'))).openModel
})
afterAll(() => rm(folder, { recursive: true }))

interface Outcome {
  parts: ModelPart[]
  error?: { code: string; message: string }
}

/** What a reader sees of one request. `abortAt`: the signal aborts after so many parts. */
async function outcome(open: typeof openModel, name: WireName, reply: WireReply, abortAt = Infinity): Promise<Outcome> {
  const server = await wireServer(reply)
  const model = await openWireModel(name, server.url, { idleTimeoutMs: 300, open })
  const controller = new AbortController()
  const parts: ModelPart[] = []
  try {
    for await (const part of model.stream(requestOf(undefined, { signal: controller.signal }))) {
      parts.push(part)
      if (parts.length >= abortAt) controller.abort(Object.assign(new Error('enough'), { code: 'aborted' }))
    }
    return { parts }
  } catch (error) {
    const { code, message } = error as Error & { code: string }
    return { parts, error: { code, message } }
  }
}

describe.each(Object.keys(wireFormats) as WireName[])('%s, as it is built', name => {
  const wire = wireFormats[name]
  const calls = ['{"port":"Dövér 🌊"}', '{}'].map((written, index) => ({
    id: `call_${index}`,
    name: 'get_tide',
    arguments: written,
  }))
  const text = wire.stream({ text: ['Tide', ' at Dövér:', ' 4.2 m 🌊.'] })
  const begun = text.slice(0, text.indexOf('4.2'))

  it.each<[string, WireReply, number?]>([
    ['a text', { stream: text }],
    ['reasoning, text and calls', { stream: wire.stream({ reasoning: 'Hm 🤔', text: ['Looking.'], calls }) }],
    [
      'a stream cut at every byte',
      { stream: wire.stream({ reasoning: 'Hm 🤔', text: ['é'], calls }), cut: 'every byte' },
    ],
    ['an answer cut short', { stream: wire.stream({ text: ['Half'], finish: 'length' }) }],
    ['a dropped connection', { stream: begun, ending: 'drop' }],
    ['a stalled stream', { stream: begun, ending: 'stall' }],
    ['an answer without its end', { stream: begun.slice(0, -300), ending: 'end' }],
    ['an abort', { stream: begun, ending: 'stall' }, 2],
    ['an error of the provider', { status: 429, body: wire.error('Slow down', 'rate_limit_error') }],
    ['an error in the stream', { stream: wire.errorEvent('Overloaded, sorry', 'overloaded_error') }],
    ['a page', { status: 200, text: '<html>Please sign in</html>' }],
  ])('does with %s what it does from its sources', async (_what, reply, abortAt) => {
    expect(await outcome(built, name, reply, abortAt)).toEqual(await outcome(openModel, name, reply, abortAt))
  })
})
