import { settingsProject } from '../../registry/settings-project.ts'
import type { ConfigVariable } from '../../settings/settings.ts'
import { visible } from '../../terminal/visible.ts'
import { BaseCommand } from '../base-command.ts'

interface VariableRow {
  name: string
  /** Null when it has none; `***` for a secret. */
  value: string | null
  /** The environment variable that it comes from. */
  env?: string
  secret: boolean
}

export default class ConfigList extends BaseCommand {
  static override summary = 'List the variables that tools may name as {{config.NAME}}. Secrets are shown as ***.'
  static override examples = ['<%= config.bin %> config list', '<%= config.bin %> config list --json']

  async run(): Promise<unknown> {
    const { flags } = await this.parse(ConfigList)
    const { settings, config } = await settingsProject(this.projectRoot(flags))
    const rows = Object.entries(settings.config).map(([name, variable]) => rowOf(name, variable, config(name)))
    const width = Math.max(0, ...rows.map(({ name }) => name.length))
    for (const row of rows) this.print(visible(`${row.name.padEnd(width)}  ${valueText(row)}`))
    if (rows.length === 0) this.print('loopengine.config.yml declares no variables.')
    return { variables: rows }
  }
}

function rowOf(name: string, variable: ConfigVariable, value: string | undefined): VariableRow {
  const secret = 'env' in variable && variable.isSecret === true
  const shown = value === undefined ? null : secret ? '***' : value
  return { name, value: shown, ...('env' in variable ? { env: variable.env } : {}), secret }
}

function valueText({ value, env }: VariableRow): string {
  const from = env === undefined ? '' : `  (${env})`
  return `${value ?? 'not set'}${from}`
}
