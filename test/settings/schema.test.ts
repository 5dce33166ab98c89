import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../src/core/json.ts'
import { settingsSchemaFile } from '../../src/settings/check-structure.ts'
import { NO_SETTINGS, type ProjectSettings } from '../../src/settings/settings.ts'

const schema: JsonSchema = JSON.parse(readFileSync(settingsSchemaFile(), 'utf8'))

describe('the schema of the settings', () => {
  it('is a sound schema of draft 2020-12', () => {
    expect(new Ajv2020({ strict: false }).validateSchema(schema)).toBe(true)
  })

  it('has the keys of the type, and the version', () => {
    const keys: Record<keyof ProjectSettings, true> = {
      ...(Object.fromEntries(Object.keys(NO_SETTINGS).map(key => [key, true])) as Record<keyof ProjectSettings, true>),
      model: true,
    }
    expect(Object.keys(schema.properties ?? {}).toSorted()).toEqual(['version', ...Object.keys(keys)].toSorted())
  })

  it('says of every key what it is for', () => {
    const silent = Object.entries(schema.properties ?? {}).filter(([, { description }]) => !description)
    expect(silent).toEqual([])
  })
})
