import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingsSchemaFile } from '../../src/settings/check-structure.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { project } from '../helpers/project.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/settings.md'), 'utf8')

describe('docs/settings.md', () => {
  it('shows a file that is read without a problem', async () => {
    const [, text = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? []
    const { settings, diagnostics } = await readSettings(project({ 'loopengine.config.yml': text }).root)
    expect(diagnostics).toEqual([])
    expect(settings.tools.timeout).toBe(20000)
  })

  it('names every key of the schema', () => {
    const { properties } = JSON.parse(readFileSync(settingsSchemaFile(), 'utf8'))
    const missing = Object.keys(properties).filter(key => !new RegExp(`^\\| \`${key}[\`.]`, 'm').test(page))
    expect(missing).toEqual([])
  })
})
