import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const FILES = {
  'agents/sea/index.ts': `export const config = { name: 'sea', systemPrompt: 'You help sailors.' }\n`,
  'agents/sea/actauth.yml': 'default_decision: allow\n',
  'agents/sea/tools/index.ts': `export const tools = [{ name: 'get_tide', description: 'Get the tide of a port', input_schema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] }, safe: true, execute: () => ({ metres: 3 }) }]\n`,
}
const run = (...more: string[]): string[] => ['run', 'sea', 'What is the tide in Dover?', '--session', 'one', ...more]

/** What is the same in every run of the same conversation. */
function steady(stdout: string): string {
  return stdout.replaceAll(/"ms":[\d.]+/g, '"ms":0')
}

describe('run --record and --replay', () => {
  it('replays the events of the recorded conversation byte for byte, without a model', async () => {
    const { root, path } = project(FILES)
    const recorded = await cli(run('--model', 'offline', '--record', 'tape.jsonl', '--json'), { cwd: root })
    await cli(['sessions', 'delete', 'one'], { cwd: root })
    const replayed = await cli(run('--replay', path('tape.jsonl'), '--json'), { cwd: root })
    expect([recorded.code, replayed.code]).toEqual([0, 0])
    expect(steady(replayed.stdout)).toBe(steady(recorded.stdout))
  })

  it('fails loudly on a different request, and shows where it differs', async () => {
    const { root, write } = project(FILES)
    await cli(run('--model', 'offline', '--record', 'tape.jsonl'), { cwd: root })
    await cli(['sessions', 'delete', 'one'], { cwd: root })
    write('agents/sea/index.ts', FILES['agents/sea/index.ts'].replace('sailors', 'divers'))
    const { code, stderr } = await cli(run('--replay', 'tape.jsonl'), { cwd: root })
    expect(code).toBe(1)
    expect(stderr).toContain('The request is not the one recorded in tape.jsonl')
    expect(stderr).toContain('divers')
  })

  it('refuses a recording that is not there', async () => {
    const { root } = project(FILES)
    const { code, stderr } = await cli(run('--replay', 'nowhere.jsonl'), { cwd: root })
    expect([code, stderr]).toEqual([2, expect.stringContaining('No recording nowhere.jsonl')])
  })
})

describe('sessions show --model-input', () => {
  it('prints the prompt, the conversation and the tools of a turn', async () => {
    const { root } = project(FILES)
    await cli(run('--model', 'offline'), { cwd: root })
    const { stdout } = await cli(['sessions', 'show', 'one', '--model-input', '--json'], { cwd: root })
    expect(JSON.parse(stdout)).toMatchObject({
      turn: 1,
      system: 'You help sailors.',
      messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }],
      tools: expect.arrayContaining([expect.objectContaining({ name: 'get_tide' })]),
    })
  })
})
