/** What `doctor` knows of a machine and a project. No value of a variable stands in it, `LOOPENGINE_ENV` and the model aside. */
export interface DoctorReport {
  versions: {
    /** The copy that runs. */
    loopengine: string
    /** Its folder, absolute. */
    path: string
    /** The copy that the project depends on; null when it has none of its own, or there is no project. */
    project: { version: string; path: string } | null
    node: string
    /** What package.json asks for. */
    nodeWanted: string
    nodeSupported: boolean
    platform: string
  }
  /** Programs that could shut code in, and where they are; null when they are not on the PATH. */
  sandbox: { name: string; path: string | null }[]
  /** Null without a project. */
  project: ProjectReport | null
  problems: DoctorProblem[]
}

export interface ProjectReport {
  /** Absolute. */
  root: string
  state: { directory: string; exists: boolean; writable: boolean; sessions: number }
  locks: LockReport[]
  changes: { done: number; unfinished: string[] }
  /** Files that nobody else should read. */
  privateFiles: { file: string; mode: string; open: boolean }[]
  environment: EnvironmentReport
}

export interface LockReport {
  /** Relative to the project. */
  file: string
  owner: { command: string; pid: number; host: string; since: string } | null
  alive: boolean
}

export interface EnvironmentReport {
  /** What rules see: `LOOPENGINE_ENV`, else production. */
  environment: string
  /** `LOOPENGINE_MODEL`; null when it is not set. */
  model: string | null
  /** Names only: keys of providers, and what the project's settings read. */
  variables: { name: string; set: boolean }[]
}

export interface DoctorProblem {
  /** `error`: something does not work until it is mended. */
  severity: 'error' | 'warning'
  code: string
  message: string
  hint?: string
}
