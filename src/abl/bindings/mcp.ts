import { headers } from '../codec/headers.ts'
import type { Fields } from '../codec/record.ts'
import { nameOf, text } from '../codec/scalar.ts'
import type { Binding } from './binding.ts'
import type { McpSpec } from './spec.ts'

const fields: Fields<Omit<McpSpec, 'type'>> = {
  server: { key: 'server', codec: nameOf('mcpServer'), required: true },
  serverTool: { key: 'server_tool', codec: text },
  headers: { key: 'headers', codec: headers, fallback: [] },
}

/** A tool of an MCP server that the project's settings name. */
export const mcp: Binding = { fields, defaults: ['headers'], newer: [], ignored: [] }
