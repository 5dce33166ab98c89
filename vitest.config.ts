import { defineConfig } from 'vitest/config'

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
    exclude: ['**/node_modules/**', 'test/long/**'],
    disableConsoleIntercept: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
