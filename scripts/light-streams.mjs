import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const STREAMS = join(root, 'src/models/light-streams/index.ts')

/** Gives the provider packages, and them alone, streams of our own in place of the global ones (why: see there). */
export const lightStreams = {
  name: 'light-streams',
  setup(esbuild) {
    esbuild.onLoad({ filter: /[\\/](?:@ai-sdk|eventsource-parser)[\\/].*\.m?js$/ }, ({ path }) => {
      const names = '{ ReadableStream, TransformStream, TextDecoderStream }'
      const text = readFileSync(path, 'utf8')
      return { contents: `import ${names} from ${JSON.stringify(STREAMS)}\n${text}`, loader: 'js' }
    })
  },
}
