import { planHttpToolFiles } from '../http-tool/add-http-tool.ts'
import type { HttpTool } from '../http-tool/http-tool.ts'
import { readSidecar } from '../http-tool/sidecar.ts'
import { httpToolOf } from './to-http-tool.ts'
import type { ToolWriter, WriterPlace } from './tool-writer.ts'

/** Writes each tool as a TypeScript file with its sidecar. */
export async function http({ plan, agent, needed }: WriterPlace): Promise<ToolWriter<HttpTool>> {
  const folder = `${agent.directory}/tools`
  const known: HttpTool[] = []
  for (const name of (await plan.list(folder)).filter(file => file.endsWith('.http-tool.json'))) {
    known.push(readSidecar((await plan.readText(`${folder}/${name}`)) ?? '', `${folder}/${name}`))
  }
  return {
    existing(operation, server) {
      const made = httpToolOf(operation, {
        name: 'x',
        api: '',
        server,
        needed: { variables: new Map(), settings: new Map() },
      })
      const same =
        made.kind === 'tool' && known.find(({ method, url }) => method === made.tool.method && url === made.tool.url)
      return same ? `the tool \`${same.name}\`` : undefined
    },
    make: (operation, made) => httpToolOf(operation, { ...made, needed }),
    async write(tools) {
      for (const tool of tools) await planHttpToolFiles(plan, agent, { tool, taken: new Map() })
    },
  }
}
