/**
 * Instructions that the model loads when a task needs them: a folder with a SKILL.md (agentskills.io). The text is the
 * one that was read with the agent; the bundled files are read when they are asked for.
 */
export interface Skill {
  /** What the model calls it, unique in an agent: its folder below the folder of skills, `cite` or `refunds/cite`. */
  id: string
  /** As the front matter says; by the standard the same as the folder's name. */
  name: string
  /** What it does and when to use it: all that the model knows before it loads the skill. */
  description: string
  /** The instructions: SKILL.md without its front matter. */
  body: string
  /** Absolute; the bundled files lie here. */
  directory: string
  /** SKILL.md, relative to the project root. */
  file: string
  license?: string
  compatibility?: string
  metadata: Readonly<Record<string, string>>
  /** What the author says the skill needs. It grants nothing: the agent's rules alone decide about calls. */
  allowedTools: readonly string[]
}
