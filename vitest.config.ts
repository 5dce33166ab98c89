import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const long = Boolean(process.env.LOOPENGINE_LONG)

export default defineConfig({
  resolve: {
    alias: {
      'loopengine/testing': new URL('./src/testing/index.ts', import.meta.url).pathname,
      'loopengine/edit': new URL('./src/edit/index.ts', import.meta.url).pathname,
      'loopengine/abl': new URL('./src/abl/index.ts', import.meta.url).pathname,
      loopengine: new URL('./src/index.ts', import.meta.url).pathname,
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(long ? [] : ['test/long/**'])],
    setupFiles: ['test/helpers/property-runs.ts'],
    // Most tests wait for processes and timers: with a worker a core, the cores would idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    disableConsoleIntercept: true,
    testTimeout: long ? 600_000 : 30_000,
    hookTimeout: 60_000,
  },
})
