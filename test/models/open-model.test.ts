import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { openModel } from '../../src/models/open-model.ts'
import { providers } from '../../src/models/providers/index.ts'
import { finishOf, requestOf } from '../helpers/open-wire-model.ts'
import { wireFormats } from '../helpers/wire-formats.ts'
import { closedAddress, wireServer } from '../helpers/wire-server.ts'

describe('opening a model', () => {
  it('opens the offline model without any variable', async () => {
    expect((await openModel('offline', { env: {} })).id).toBe('offline')
  })

  it('keeps the id as it was chosen, slashes and all', async () => {
    const env = { LOOPENGINE_BASE_URL: 'http://127.0.0.1:9/v1' }
    expect((await openModel('openai-compatible/org/model:7b', { env })).id).toBe('openai-compatible/org/model:7b')
  })

  it('names the nearest provider and all there are', async () => {
    await expect(openModel('antropic/claude-x', { env: {} })).rejects.toMatchObject({
      code: 'unknown_provider',
      exitCode: 2,
      message: expect.stringContaining('`antropic`'),
      hint: expect.stringMatching(
        /Did you mean `anthropic`\? There are: offline, anthropic\/…, .*openai-compatible\/…/,
      ),
    })
  })

  it.each(['constructor/x', '__proto__/x', 'toString'])('knows no provider %s', async choice => {
    await expect(openModel(choice, { env: {} })).rejects.toMatchObject({ code: 'unknown_provider' })
  })

  it('wants a model behind the slash', async () => {
    await expect(openModel('openai/', { env: {} })).rejects.toMatchObject({
      code: 'model_name_missing',
      hint: 'Write `openai/<model>`.',
    })
  })

  it.each([
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'OPENAI_API_KEY'],
    ['openai-chat', 'OPENAI_API_KEY'],
    ['google', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    ['deepseek', 'DEEPSEEK_API_KEY'],
  ])('%s without a key names %s and the ways out', async (name, variable) => {
    for (const env of [{}, { [variable]: '  ' }]) {
      await expect(openModel(`${name}/m`, { env })).rejects.toMatchObject({
        code: 'model_key_missing',
        exitCode: 2,
        message: expect.stringContaining(variable),
        hint: expect.stringMatching(/LOOPENGINE_BASE_URL.*`offline`/),
      })
    }
  })

  it('names the variable of the address that openai-compatible has none without', async () => {
    await expect(openModel('openai-compatible/m', { env: {} })).rejects.toMatchObject({
      code: 'model_base_url_missing',
      message: expect.stringContaining('LOOPENGINE_BASE_URL'),
    })
  })

  it('sends the key where it belongs, and none when there is none', async () => {
    const server = await wireServer({ stream: wireFormats['openai-compatible'].stream({ text: ['ok'] }) })
    const LOOPENGINE_BASE_URL = `${server.url}/v1/`
    await finishOf(await openModel('openai-compatible/m', { env: { LOOPENGINE_BASE_URL } }))
    await finishOf(await openModel('openai-compatible/m', { env: { LOOPENGINE_BASE_URL, LOOPENGINE_API_KEY: 'k1' } }))
    expect(server.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/chat/completions', undefined],
      ['/v1/chat/completions', 'Bearer k1'],
    ])
  })

  it('reads addresses and keys from the given environment, not from the process', async () => {
    const server = await wireServer({ stream: wireFormats.anthropic.stream({ text: ['ok'] }) })
    process.env.ANTHROPIC_BASE_URL = 'http://127.0.0.1:9'
    try {
      const env = { ANTHROPIC_API_KEY: 'k2', ANTHROPIC_BASE_URL: `${server.url}/v1` }
      await finishOf(await openModel('anthropic/claude-new', { env }))
    } finally {
      delete process.env.ANTHROPIC_BASE_URL
    }
    expect(server.requests[0]?.headers['x-api-key']).toBe('k2')
  })

  it('gives a new model of Anthropic room for long answers, and a known one what it can', async () => {
    const server = await wireServer({ stream: wireFormats.anthropic.stream({ text: ['ok'] }) })
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `${server.url}/v1` }
    for (const name of ['claude-new-9', 'claude-3-haiku-20240307'])
      await finishOf(await openModel(`anthropic/${name}`, { env }))
    expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([64_000, 4096])
  })
})

describe('opening a model object', () => {
  const stream = wireFormats['openai-chat'].stream({ text: ['Hello ', 'there'] })

  it('takes one of the version that is known', async () => {
    const server = await wireServer({ stream })
    const { createOpenAI } = await import('@ai-sdk/openai')
    const model = await openModel(createOpenAI({ apiKey: 'k', baseURL: server.url }).chat('m'), { env: {} })
    expect(model.id).toBe('openai.chat/m')
    expect((await finishOf(model)).message.parts).toEqual([{ type: 'text', text: 'Hello there' }])
  })

  it('refuses another version by name', async () => {
    const object = { specificationVersion: 'v9', provider: 'acme', modelId: 'm' }
    await expect(openModel(object, { env: {} })).rejects.toMatchObject({
      code: 'model_version_unsupported',
      message: expect.stringMatching(/`acme\/m`.*`v9`.*`v3`/),
    })
  })

  it('says what such a model threw', async () => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const model = await openModel(createOpenAI({ apiKey: 'k', baseURL: await closedAddress() }).chat('m'), { env: {} })
    await expect(finishOf(model, requestOf())).rejects.toMatchObject({ code: 'model_network' })
  })
})

describe('the table of providers', () => {
  it('has an address and a variable for it in every row', () => {
    for (const provider of Object.values(providers)) expect(provider.baseUrlVariable).toMatch(/_BASE_URL$/)
  })
})

describe('what opening loads', () => {
  it('loads no provider package and no network client before a model needs them', async () => {
    const { metafile } = await build({
      entryPoints: ['src/models/open-model.ts'],
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      metafile: true,
      write: false,
      outdir: 'unwritten',
    })
    const entry = Object.keys(metafile.outputs).find(file =>
      metafile.outputs[file]?.entryPoint?.endsWith('open-model.ts'),
    )
    const atOnce = new Set<string>()
    const visit = (file: string) => {
      for (const { path, kind } of metafile.outputs[file]?.imports ?? []) {
        if (kind !== 'import-statement' || atOnce.has(path)) continue
        atOnce.add(path)
        visit(path)
      }
    }
    visit(entry ?? '')
    const everything = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
    const heavy = (paths: Iterable<string>) => [...paths].filter(path => /@ai-sdk|undici/.test(path))
    expect(heavy(atOnce)).toEqual([])
    expect(heavy(everything)).toEqual(expect.arrayContaining(['undici', '@ai-sdk/anthropic']))
  })
})
