import { type McpServer, NO_SETTINGS, type ProjectSettings, type RegisteredFunction } from './settings.ts'

/** What passed the check of structure, as our type: what the file leaves out is filled in. */
export function normalise(raw: unknown): ProjectSettings {
  const { version: _version, ...written } = (raw ?? {}) as RawSettings
  return {
    ...NO_SETTINGS,
    ...written,
    tools: { ...NO_SETTINGS.tools, ...written.tools },
    server: { ...NO_SETTINGS.server, ...written.server },
    mcp_servers: mapValues(written.mcp_servers, mcpServer),
    functions: mapValues(written.functions, registeredFunction),
    knowledge: mapValues(written.knowledge, base => ({ paths: [], tenants: {}, ...base })),
    notifiers: (written.notifiers ?? []).map(notifier => ({ headers: {}, ...notifier })),
  }
}

interface RawSettings extends Omit<Partial<ProjectSettings>, 'mcp_servers' | 'functions' | 'knowledge' | 'notifiers'> {
  version?: 1
  mcp_servers?: Record<string, RawServer>
  functions?: Record<string, RawFunction>
  knowledge?: Record<string, Partial<ProjectSettings['knowledge'][string]>>
  notifiers?: (Omit<ProjectSettings['notifiers'][number], 'headers'> & { headers?: Headers })[]
}

type Headers = ProjectSettings['notifiers'][number]['headers']

interface RawServer {
  transport?: McpServer['transport']
  command?: string
  args?: string[]
  env?: Headers
  url?: string
  headers?: Headers
}

interface RawFunction {
  file?: string
  export?: string
  url?: string
  headers?: Headers
}

function mapValues<T, U>(values: Readonly<Record<string, T>> | undefined, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, change(value)]))
}

function mcpServer({ transport, command, args = [], env = {}, url = '', headers = {} }: RawServer): McpServer {
  if (command !== undefined) return { transport: 'stdio', command, args, env }
  return { transport: transport === 'websocket' || url.startsWith('ws') ? 'websocket' : 'http', url, headers }
}

function registeredFunction({
  file,
  export: name = 'handler',
  url = '',
  headers = {},
}: RawFunction): RegisteredFunction {
  return file === undefined ? { url, headers } : { file, export: name }
}
