import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Line } from '../../src/sessions/entry.ts'
import { decodeLine, encodeLine } from '../../src/sessions/line.ts'
import { anyEntry, rawLine, says } from '../helpers/session-builder.ts'

const line: Line = { seq: 3, at: '2026-11-30T10:15:00.000Z', turn: 2, ...says('user', 'hello') }

function decoded(text: string): unknown {
  return decodeLine(text.replace(/\n$/, ''))
}

describe('a line of a log', () => {
  it('is JSON with its number, time, turn and type, and ends with the checksum of what stands before', () => {
    const text = encodeLine(line)
    expect(text).toBe(
      `{"seq":3,"at":"2026-11-30T10:15:00.000Z","turn":2,"type":"message","message":{"role":"user","text":"hello"},"crc":${crc32(text.slice(0, text.lastIndexOf(',"crc"')))}}\n`,
    )
    expect(JSON.parse(text)).toMatchObject({ seq: 3, type: 'message' })
  })

  it('holds one line, whatever its texts hold', () => {
    const text = encodeLine({ ...line, ...says('user', 'a\nb\r\nc\u2028d,"crc":1}') })
    expect(text.indexOf('\n')).toBe(text.length - 1)
    expect(decoded(text)).toMatchObject({ message: { text: 'a\nb\r\nc\u2028d,"crc":1}' } })
  })

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(anyEntry(), fc.nat(), (entry, seq) => {
        const written: Line = { seq, at: '2026-11-30T10:15:00.000Z', turn: 1, ...entry }
        expect(decoded(encodeLine(written))).toEqual(JSON.parse(JSON.stringify(written)))
      }),
    )
  })

  it('is not read with any one byte changed', () => {
    const bytes = Buffer.from(encodeLine(line).trimEnd())
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ change
        const read = decodeLine(changed.toString('utf8'))
        // A blank or a zero before the number of the checksum changes nothing that was said.
        expect(read === undefined || JSON.stringify(read) === JSON.stringify(line)).toBe(true)
      }),
    )
  })

  it('is not read when its end is missing', () => {
    const text = encodeLine(line).trimEnd()
    for (let length = 0; length < text.length; length++) expect(decodeLine(text.slice(0, length))).toBeUndefined()
  })

  it('of a type that a later version added is kept by its number and passed over', () => {
    const text = rawLine({ seq: 4, at: line.at, turn: 2, type: 'thought', content: { deep: true } })
    expect(decoded(text)).toEqual({ seq: 4, at: line.at, turn: 2, type: 'unknown', original: 'thought' })
  })

  for (const text of ['', '{}', '[]', 'null', '{"seq":0}', ',"crc":0}', '{"a":1,"crc":0}']) {
    it(`that reads \`${text}\` is none`, () => expect(decodeLine(text)).toBeUndefined())
  }

  it('whose checksum fits but that holds no object with a type is none', () => {
    expect(decoded(rawLine({ seq: 1 }))).toBeUndefined()
    const list = '[1'
    expect(decodeLine(`${list},"crc":${crc32(list)}}`)).toBeUndefined()
  })
})
