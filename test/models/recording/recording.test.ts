import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../src/core/message.ts'
import type { Model } from '../../../src/core/model.ts'
import { ModelError } from '../../../src/models/model-error.ts'
import { recordModel } from '../../../src/models/recording/record-model.ts'
import { replayModel } from '../../../src/models/recording/replay-model.ts'
import { retryModel } from '../../../src/models/retry-model.ts'
import { type ScriptedStep, scriptedModel } from '../../../src/models/scripted.ts'
import { partsOf, requestOf } from '../../helpers/open-wire-model.ts'

let folder = ''
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newFile = () => join(folder, `deep/${++files}.jsonl`)
const linesOf = async (file: string) => (await readFile(file, 'utf8')).trimEnd().split('\n')
const asked: Message = { role: 'user', text: 'How high is the tide?' }
const answered: Message = {
  role: 'assistant',
  parts: [{ type: 'call', call: { id: 'c', name: 'get_tide', input: {} } }],
}
const returned: Message = { role: 'tool', results: [{ callId: 'c', name: 'get_tide', kind: 'ok', text: '4.2' }] }

/** Two calls of one turn. */
async function record(steps: ScriptedStep[], file = newFile(), env = {}) {
  const model = recordModel(scriptedModel(steps), file, { env })
  const heard = [await partsOf(model, requestOf([asked]))]
  heard.push(await partsOf(model, requestOf([asked, answered, returned])))
  return { file, heard }
}

const STEPS: ScriptedStep[] = [
  { reasoning: 'Let me look.', calls: [{ name: 'get_tide' }] },
  { text: 'It is 4.2 m 🌊.', usage: { inputTokens: 9, outputTokens: 4 } },
]

describe('a recording', () => {
  it('plays back piece by piece what was heard', async () => {
    const { file, heard } = await record(STEPS)
    const model = await replayModel(file)
    expect(model.id).toBe('scripted/model')
    expect(await partsOf(model, requestOf([asked]))).toEqual(heard[0])
    expect(model.left()).toBe(1)
    expect(await partsOf(model, requestOf([asked, answered, returned]))).toEqual(heard[1])
    expect(model.left()).toBe(0)
  })

  it('holds what calls share only once, a line each', async () => {
    const { file } = await record(STEPS)
    const kinds = (await linesOf(file)).map(line => JSON.parse(line).type)
    const first = ['recording', 'system', 'tools', 'message', 'call', 'answer']
    expect(kinds).toEqual([...first, 'message', 'message', 'call', 'answer'])
  })

  it('is the same text when the same conversation is recorded again', async () => {
    const texts = [await record(STEPS), await record(STEPS)].map(({ file }) => readFile(file, 'utf8'))
    expect(await texts[0]).toBe(await texts[1])
  })

  it('replaces an older one', async () => {
    const { file } = await record(STEPS)
    await record(STEPS, file)
    expect(await linesOf(file)).toHaveLength(10)
  })

  it('is readable by its owner alone', async () => {
    const { file } = await record(STEPS)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('keeps failures, and replays them', async () => {
    const file = newFile()
    const model = recordModel(scriptedModel([new ModelError('model_overloaded', 'acme/m: too much')]), file)
    await expect(partsOf(model)).rejects.toThrow('too much')
    await expect(partsOf(await replayModel(file))).rejects.toMatchObject({
      code: 'model_overloaded',
      message: 'acme/m: too much',
    })
  })

  it('plays a failure that passed again, and without the wait', async () => {
    const file = newFile()
    const steps = [new ModelError('model_rate_limited', 'acme/m: slow down', { retryAfterMs: 30 }), 'at last']
    const recorded = await partsOf(retryModel(recordModel(scriptedModel(steps), file)))
    const waits: number[] = []
    const sleep = async (ms: number) => waits.push(ms)
    expect(await partsOf(retryModel(await replayModel(file), { sleep }))).toEqual(recorded)
    expect(waits).toEqual([0])
  })

  it('keeps what came before a failure', async () => {
    const file = newFile()
    const broken: Model = {
      id: 'acme/m',
      async *stream() {
        yield { type: 'text_delta', text: 'Half' }
        throw new ModelError('model_network', 'gone')
      },
    }
    await expect(partsOf(recordModel(broken, file))).rejects.toThrow('gone')
    const seen: string[] = []
    const replaying = async () => {
      for await (const part of (await replayModel(file)).stream(requestOf())) seen.push(part.type)
    }
    await expect(replaying()).rejects.toThrow('gone')
    expect(seen).toEqual(['text_delta'])
  })

  it('does not mix the lines of calls that run side by side', async () => {
    const file = newFile()
    const model = recordModel(scriptedModel(['a', 'b', 'c']), file)
    const requests = ['one', 'two', 'three'].map(text => requestOf([{ role: 'user', text }]))
    const heard = await Promise.all(requests.map(request => partsOf(model, request)))
    const replayed = await replayModel(file)
    for (const [index, request] of requests.entries()) expect(await partsOf(replayed, request)).toEqual(heard[index])
  })

  it('stops playing when the signal aborts', async () => {
    const { file } = await record(STEPS)
    const model = await replayModel(file)
    const request = requestOf([asked], { signal: AbortSignal.abort(new Error('enough')) })
    await expect(partsOf(model, request)).rejects.toThrow('enough')
  })
})

describe('secrets', () => {
  const env = { ACME_API_KEY: 'swordfish-"quoted"-1', DB_PASSWORD: 'short', GIT_AUTHOR_NAME: 'somebody else' }

  it('are not in the file, by their values and by their form', async () => {
    const shaped = 'sk-proj-abcdefghijklmnopqrstuv'
    const text = `The key is ${env.ACME_API_KEY}, or ${shaped}, says somebody else.`
    const { file } = await record([text, text], newFile(), env)
    const kept = await readFile(file, 'utf8')
    expect(kept).not.toMatch(/swordfish|sk-proj/)
    expect(kept).toContain('or [redacted], says somebody else')
  })

  it('in a request do not keep the replay from knowing it', async () => {
    const file = newFile()
    const request = requestOf([{ role: 'user', text: `Use ${env.ACME_API_KEY}` }])
    await partsOf(recordModel(scriptedModel(['ok']), file, { env }), request)
    expect(await partsOf(await replayModel(file, { env }), request)).toHaveLength(2)
  })
})

describe('a replay', () => {
  it('fails on another request and shows where it differs', async () => {
    const { file } = await record(STEPS)
    const model = await replayModel(file)
    const other = requestOf([{ role: 'user', text: 'How high is the wind?' }], { system: 'Be long.', tools: [] })
    await expect(partsOf(model, other)).rejects.toMatchObject({
      code: 'replay_different',
      message: expect.stringMatching(
        /system: recorded "Be brief\.", now "Be long\."[\s\S]*tools\.0: recorded .*, now nothing[\s\S]*messages\.0\.text: recorded "How high is the tide\?", now "How high is the wind\?"/,
      ),
      hint: expect.stringContaining('--record'),
    })
    expect(model.left()).toBe(2)
  })

  it('shows a long text from where it parts', async () => {
    const file = newFile()
    const long = (end: string) => requestOf([{ role: 'user', text: `${'x'.repeat(5000)} ${end}` }])
    await partsOf(recordModel(scriptedModel(['ok']), file), long('before'))
    const error: Error = await partsOf(await replayModel(file), long('after')).then(
      () => new Error('it played'),
      thrown => thrown,
    )
    expect(error.message).toMatch(/recorded …x{10,40} before", now …x{10,40} after"/)
    expect(error.message.length).toBeLessThan(400)
  })

  it('fails on one call more than was recorded', async () => {
    const { file } = await record(STEPS)
    const model = await replayModel(file)
    await partsOf(model, requestOf([asked]))
    await partsOf(model, requestOf([asked, answered, returned]))
    await expect(partsOf(model, requestOf([asked]))).rejects.toMatchObject({
      code: 'replay_over',
      message: expect.stringContaining('2 calls'),
    })
  })

  it('names the file that is not there', async () => {
    await expect(replayModel(join(folder, 'none.jsonl'))).rejects.toMatchObject({
      code: 'recording_missing',
      exitCode: 2,
    })
  })

  it.each([
    ['', 1],
    ['hello', 1],
    ['{"type":"recording","version":1,"model":"m"}\n{"type":"other"}', 2],
    ['{"type":"system","n":1,"text":""}', 1],
  ])('names the line of a file that is no recording: %j', async (text, line) => {
    const file = join(folder, 'broken.jsonl')
    await writeFile(file, text)
    await expect(replayModel(file)).rejects.toMatchObject({ code: 'recording_unreadable', line })
  })

  it('refuses a recording of a newer version', async () => {
    const file = join(folder, 'newer.jsonl')
    await writeFile(file, '{"type":"recording","version":2,"model":"m"}\n')
    await expect(replayModel(file)).rejects.toMatchObject({
      code: 'recording_version',
      message: expect.stringContaining('version 2'),
    })
  })
})
