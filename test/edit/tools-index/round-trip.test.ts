import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToolToIndex } from '../../../src/edit/tools-index/add-tool-to-index.ts'
import { removeToolFromIndex } from '../../../src/edit/tools-index/remove-tool-from-index.ts'
import { PROPERTY_RUNS } from '../../helpers/property-runs.ts'
import { toolsModule } from './module-shapes.ts'

const entry = { tool: 'send_sms', file: 'send_sms', exp: 'sendSms' }

describe('adding a tool and removing it again', () => {
  it('gives back the first bytes, whatever the style', async () => {
    await fc.assert(
      fc.asyncProperty(toolsModule, async text => {
        const added = await addToolToIndex(Buffer.from(text), entry)
        if (added.outcome !== 'edit') throw new Error(`${added.outcome}: ${JSON.stringify(added)}`)
        const removed = await removeToolFromIndex(Buffer.from(added.text), entry)
        expect(removed).toEqual({ outcome: 'edit', text })
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('adds nothing the second time', async () => {
    await fc.assert(
      fc.asyncProperty(toolsModule, async text => {
        const added = await addToolToIndex(Buffer.from(text), entry)
        if (added.outcome !== 'edit') throw new Error(added.outcome)
        expect(await addToolToIndex(Buffer.from(added.text), entry)).toEqual({ outcome: 'noop' })
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })
})
