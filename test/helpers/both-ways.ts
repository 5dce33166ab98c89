import { projectPermissions } from '../../src/registry/agent-permissions.ts'

/** An agent's tools: name, and whether it is safe. */
export async function toolsBothWays(root: string, only: string) {
  const tools = async (isStatic: boolean) => {
    const { agents } = await projectPermissions(root, { only, static: isStatic })
    const rows = agents.map(({ name, tools: own }) => [name, own.map(tool => [tool.name, tool.safe === true]).sort()])
    return Object.fromEntries(rows)
  }
  return { loaded: await tools(false), read: await tools(true) }
}
