import { configureGlobal } from 'fast-check'

/** How often a property is tried: 1,000 times, in `npm run test:long` 10,000 times. Set for every property here. */
export const PROPERTY_RUNS = process.env.LOOPENGINE_LONG ? 10_000 : 1_000

configureGlobal({ numRuns: PROPERTY_RUNS })
