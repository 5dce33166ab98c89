import { join, sep } from 'node:path'
import type { Agent } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { SETTINGS_FILE } from '../settings/read-settings.ts'
import { blocksRunning } from './assemble-agent.ts'
import { FileStamps } from './file-stamps.ts'
import { pickAgent, runnable } from './find-agent.ts'
import { foldName } from './fold-name.ts'
import type { Registry } from './open-registry.ts'
import { type LoadedAgent, ProjectLoader } from './project-loader.ts'
import { type FileWatcher, watchFiles } from './watch-files.ts'
import { isBroken, mattersTo, reached, sharedSkillFolders, withSubagents } from './what-matters.ts'

/** What one reload did. */
export interface Reload {
  /** Agents that run on their new files now. */
  swapped: string[]
  /** Agents whose new files are broken: the last good one stays. */
  kept: string[]
  removed: string[]
  /** Of the agents that were loaded anew. */
  diagnostics: Diagnostic[]
  /** From the first look at the files to the swap. */
  ms: number
}

export interface LiveRegistry extends Registry {
  /** Called after every reload that a change of files caused, and when watching fails. */
  onReload(listener: (reload: Reload) => void): void
  onError(listener: (error: unknown) => void): void
  /** Loads everything anew, whether files changed or not. */
  reload(): Promise<Reload>
  /** Resolves when the agents are as their files stand, whether an event told of a change or not. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * A registry that follows its files. An agent is swapped as a whole: a turn that runs keeps the one it began with, and
 * files that can't be loaded leave the last good one in place. Broken rules are the exception: they are swapped in, and
 * deny everything until they are mended.
 */
export async function openLiveRegistry(root: string, options: { only?: string } = {}): Promise<LiveRegistry> {
  const live = new Live(new ProjectLoader(root), options.only)
  await live.start()
  return live
}

const LATER_MS = 250
const LAST_LOOK_MS = 5_000

class Live implements LiveRegistry {
  readonly root: string
  readonly agents = new Map<string, LoadedAgent>()
  diagnostics: readonly Diagnostic[] = []
  readonly #loader: ProjectLoader
  readonly #only: string | undefined
  readonly #reloads: ((reload: Reload) => void)[] = []
  readonly #errors: ((error: unknown) => void)[] = []
  #names: string[] = []
  #watcher: FileWatcher | undefined
  readonly #stamps = new FileStamps()
  #changed = new Set<string>()
  #later: NodeJS.Timeout | undefined
  #closed = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(loader: ProjectLoader, only: string | undefined) {
    this.root = loader.root
    this.#loader = loader
    this.#only = only
  }

  async start(): Promise<void> {
    this.#watcher = await watchFiles({
      root: this.root,
      matters: file => mattersTo(this.root, this.agents.values(), this.#loader.sharedFiles(), file),
      onChange: files => this.#take(files),
      onError: error => this.#fail(error),
    })
    const discovered = await this.#loader.discover()
    if (this.#only !== undefined) pickAgent(discovered, this.#only)
    await this.#load('all')
  }

  get(name: string): Agent {
    return runnable(this.agents, name, this.#names)
  }

  readonly find = async (name: string): Promise<Agent | undefined> => {
    const known = this.agents.get(name)
    if (known) return known.agent
    return this.#queue(async () => {
      const found = (await this.#loader.discover()).agents.find(agent => agent.name === name)
      if (!found) return undefined
      const loaded = await this.#loader.load(found)
      this.agents.set(name, loaded)
      return loaded.agent
    })
  }

  onReload(listener: (reload: Reload) => void): void {
    this.#reloads.push(listener)
  }

  onError(listener: (error: unknown) => void): void {
    this.#errors.push(listener)
  }

  reload(): Promise<Reload> {
    return this.#queue(() => {
      this.#loader.forgetAll()
      return this.#load('all')
    })
  }

  async settled(): Promise<void> {
    const unseen = await this.#stamps.changed()
    if (unseen.length > 0) this.#take(new Set(unseen))
    else if (this.#only === undefined && (await this.#isNewAgentThere())) this.#queue(() => this.#reloadNew())
    await this.#work
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#later)
    await this.#watcher?.close()
    await this.#work
  }

  async #isNewAgentThere(): Promise<boolean> {
    const { agents } = await this.#loader.discover()
    return agents.some(({ name }) => !this.agents.has(name))
  }

  async #reloadNew(): Promise<void> {
    this.#tell(await this.#load(new Set()))
  }

  #take(files: ReadonlySet<string>): void {
    for (const file of files) this.#changed.add(file)
    this.#queue(() => this.#follow()).catch(error => this.#fail(error))
  }

  async #follow(): Promise<void> {
    const changed = new Set(await this.#stamps.changed(this.#changed))
    this.#changed = new Set()
    if (changed.size === 0) return
    await this.#stamps.take(changed)
    const settings = this.#loader.settingsFiles()
    const scope = reached(this.root, this.agents.values(), { changed, settings })
    if (scope === 'all') this.#loader.forgetAll()
    const reload = await this.#load(scope)
    this.#lookLater()
    this.#tell(reload)
  }

  #tell(reload: Reload): void {
    const nothing = reload.swapped.length + reload.kept.length + reload.removed.length === 0
    if (!nothing) for (const listener of this.#reloads) listener(reload)
  }

  /** Loads the agents in scope, those that were broken, and those that are new. */
  async #load(scope: 'all' | Set<string>): Promise<Reload> {
    const since = performance.now()
    await this.#stamps.take(this.#files())
    const discovered = await this.#loader.discover()
    const wanted = this.#only === undefined ? discovered.agents : this.#wanted(discovered.agents)
    const reload: Reload = { swapped: [], kept: [], removed: [], diagnostics: [], ms: 0 }
    for (const found of wanted) {
      const before = this.agents.get(found.name)
      if (scope !== 'all' && before && !scope.has(found.name) && !isBroken(before)) continue
      const loaded = await this.#loader.load(found)
      reload.diagnostics.push(...loaded.diagnostics)
      this.#swap(before, loaded, reload)
    }
    for (const name of this.agents.keys()) {
      if (discovered.agents.some(agent => agent.name === name)) continue
      this.agents.delete(name)
      reload.removed.push(name)
    }
    this.#names = discovered.agents.map(({ name }) => name)
    this.diagnostics = [...discovered.diagnostics, ...(await this.#loader.facts()).diagnostics]
    reload.diagnostics = [...new Set([...this.diagnostics, ...reload.diagnostics])]
    if (this.#watcher?.add(this.#outside(), sharedSkillFolders(this.root, this.agents.values()))) this.#lookLater()
    await this.#stamps.take(this.#files(), { onlyNew: true })
    reload.ms = performance.now() - since
    return reload
  }

  /**
   * A few times more, ever later, as some changes have no event: in folders not watched yet (a busy machine takes its
   * time to watch them), and within 50 ms of the file's last one.
   */
  #lookLater(after = LATER_MS): void {
    clearTimeout(this.#later)
    if (this.#closed || after > LAST_LOOK_MS) return
    const look = async (): Promise<void> => {
      await this.settled()
      // A reload that this look caused has begun anew.
      if (this.#later === timer) this.#lookLater(after * 4)
    }
    const timer = setTimeout(() => void look().catch(error => this.#fail(error)), after).unref()
    this.#later = timer
  }

  /** Every file that the loaded agents are made of. */
  #files(): string[] {
    const own = [...this.agents.values()].flatMap(({ agent, files, found }) => [
      ...files,
      join(found.directory, 'actauth.yml'),
      ...(agent ? this.#skillFiles(agent) : []),
    ])
    return [...own, ...this.#loader.sharedFiles(), join(this.root, '.env')]
  }

  #skillFiles(agent: Agent): string[] {
    return withSubagents(agent).flatMap(({ skills }) => skills.map(({ file }) => join(this.root, file)))
  }

  /** What agents are made of outside `agents/`. */
  #outside(): string[] {
    const agents = join(this.root, 'agents') + sep
    const declared = [...this.agents.values()].flatMap(({ declarations }) => declarations)
    const settings = join(this.root, SETTINGS_FILE)
    return [...this.#loader.sharedFiles(), ...declared].filter(file => !file.startsWith(agents) && file !== settings)
  }

  #wanted(all: LoadedAgent['found'][]): LoadedAgent['found'][] {
    return all.filter(
      ({ name }) => this.agents.has(name) || name === this.#only || foldName(name) === foldName(this.#only ?? ''),
    )
  }

  #swap(before: LoadedAgent | undefined, loaded: LoadedAgent, reload: Reload): void {
    const { name } = loaded.found
    const broken = !loaded.agent || blocksRunning(loaded.diagnostics)
    if (broken && before?.agent && !blocksRunning(before.agent.diagnostics)) {
      const files = new Set([...before.files, ...loaded.files])
      this.agents.set(name, { ...before, diagnostics: loaded.diagnostics, files })
      reload.kept.push(name)
      return
    }
    this.agents.set(name, loaded)
    if (broken) reload.kept.push(name)
    else reload.swapped.push(name)
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => {})
    return done
  }

  #fail(error: unknown): void {
    for (const listener of this.#errors) listener(error)
  }
}
