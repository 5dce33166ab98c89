import type { KnownNames } from '../abl/index.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { readSettings, type SettingsReading } from '../settings/read-settings.ts'
import { type SettingsValues, settingsValues } from '../settings/values.ts'
import type { ToolProject } from '../tools/bindings/binding.ts'
import { checkTransforms } from './check-transforms.ts'
import { toolProject } from './tool-project.ts'

/** What all agents of a project share: made once, and again when a file that it was read from changes. */
export interface ProjectFacts {
  settings: SettingsReading
  /** Of the settings. Their errors keep every agent from running. */
  diagnostics: readonly Diagnostic[]
  values: SettingsValues
  /** What tools may use of the project. */
  tools: ToolProject
  /** The names that declarations may refer to, as far as the settings give them. */
  known: KnownNames
}

export async function readProjectFacts(root: string): Promise<ProjectFacts> {
  const settings = await readSettings(root)
  const diagnostics = [...settings.diagnostics, ...(await checkTransforms(settings))]
  const values = settingsValues(settings.settings)
  return { settings, diagnostics, values, tools: toolProject(root, settings, values), known: knownNames(settings) }
}

/** Settings that can't be read give no names: then nobody looks any up, and one mistake is told once. */
function knownNames({ settings, diagnostics }: SettingsReading): KnownNames {
  if (diagnostics.some(({ severity }) => severity === 'error')) return {}
  return {
    config: Object.keys(settings.config),
    mcpServer: Object.keys(settings.mcp_servers),
    function: Object.keys(settings.functions),
    index: Object.keys(settings.knowledge),
    authProfile: Object.keys(settings.auth_profiles),
    tlsProfile: Object.keys(settings.tls_profiles),
    oauthProvider: Object.keys(settings.oauth_providers),
    lookup: Object.keys(settings.lookups),
    transform: Object.keys(settings.transforms),
    baseUrl: settings.tools.base_url !== undefined,
  }
}
