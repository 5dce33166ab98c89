import type { CompileSource } from './source.ts'

/** `source: config`: a variable of the project, read when the call is made. */
export const configSource: CompileSource<'config'> = async ({ name }) => ({
  origin: `config.${name}`,
  secret: true,
  read({ context }) {
    const value = context.config(name)
    if (value !== undefined) return { kind: 'value', value }
    const message = `The variable \`config.${name}\` has no value.`
    return { kind: 'failed', error: { code: 'config_missing', type: 'tool_error', message } }
  },
})
