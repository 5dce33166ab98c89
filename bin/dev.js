#!/usr/bin/env node
// Runs the command line from its sources, without a build.
import { createJiti } from 'jiti'

const jiti = createJiti(import.meta.url, { interopDefault: false })
const { main } = await jiti.import('../src/cli.ts')
await main(process.argv.slice(2))
