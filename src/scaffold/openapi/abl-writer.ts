import type { ToolSpec } from '../../abl/index.ts'
import { quote } from '../../abl/scan/quoted.ts'
import { addAblTools } from '../../edit/abl-tools/add-abl-tools.ts'
import { noteImport, readToolFile, toolFilePath } from '../abl-tool/tool-files.ts'
import { editedText } from '../refused.ts'
import { shortName } from './setting-names.ts'
import { ablToolOf } from './to-abl.ts'
import type { ToolWriter, WriterPlace } from './tool-writer.ts'

/** Writes tools into one `.tools.abl` file of the agent. A new one says the server once, as its `base_url`. */
export async function abl({ plan, agent, wanted, server, needed }: WriterPlace): Promise<ToolWriter<ToolSpec>> {
  const path = toolFilePath(agent, wanted.file ?? `${shortName(wanted.document.title)}.tools.abl`)
  const isNew = !(await plan.exists(path))
  const { tools: known, defaults } = await readToolFile(plan, path)
  const base = isNew ? server : defaults.baseUrl
  return {
    existing(operation, at) {
      const same = known.find(({ binding }) => {
        if (binding?.type !== 'http' || binding.method !== operation.method) return false
        const endpoints = [`${at ?? ''}${operation.path}`, ...(at === base ? [operation.path] : [])]
        return endpoints.some(endpoint => withoutNames(endpoint) === withoutNames(binding.endpoint))
      })
      return same && `the tool \`${same.name}\` in ${path}`
    },
    make: (operation, made) => ablToolOf(operation, { ...made, base, needed }),
    async write(tools) {
      const start = isNew && base !== undefined ? `TOOLS:\n  base_url: ${quote(base)}\n` : ''
      const bytes = (await plan.read(path)) ?? Buffer.from(start)
      await plan.write(path, editedText(addAblTools(bytes, { path, tools }), path) ?? bytes)
      await noteImport(plan, agent, { path, tools: tools.map(({ name }) => name) })
      if (
        tools.some(
          ({ binding }) =>
            binding?.type === 'http' && binding.baseUrl === undefined && binding.endpoint.startsWith('/'),
        )
      )
        plan.note(
          'The document names no server: set `tools.base_url` in loopengine.config.yml, or give --base-url URL.',
        )
    },
  }
}

/** Path parameters may be called otherwise in the tool than in the document. */
function withoutNames(endpoint: string): string {
  return endpoint.replace(/\{[^{}]+\}/g, '{}')
}
