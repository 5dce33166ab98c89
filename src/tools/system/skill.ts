import { LoopengineError } from '../../core/errors.ts'
import { didYouMean } from '../../core/nearest.ts'
import type { Skill } from '../../core/skill.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import { defineTool } from '../define-tool.ts'
import { readTextInside } from './read-text-inside.ts'
import { skillFiles } from './skill-files.ts'

/** Beyond this the schema would cost more than it helps; the index in the prompt names them all. */
const MOST_NAMED = 40

/** Loads a skill of this agent: its instructions, or with `file` a text that is bundled with it. */
export function skillTool(skills: readonly Skill[]): ToolDefinition {
  const ids = skills.map(({ id }) => id)
  return defineTool({
    name: 'Skill',
    description:
      'Load a skill: instructions for one kind of task, and the names of the texts that come with it. With `file`, returns one of those texts.',
    input_schema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'The skill.', ...(ids.length <= MOST_NAMED ? { enum: ids } : {}) },
        file: { type: 'string', minLength: 1, description: 'A text of that skill, by the path it was listed with.' },
      },
      required: ['name'],
      additionalProperties: false,
    },
    safe: true,
    execute: ({ name, file }) => {
      const skill = skills.find(({ id }) => id === name)
      if (!skill) throw notFound(name, ids)
      return file === undefined ? instructions(skill) : readTextInside({ root: skill.directory, kind: 'skill' }, file)
    },
  })
}

async function instructions({ id, body, directory }: Skill): Promise<string> {
  const { files, more } = await skillFiles(directory)
  if (files.length === 0) return body
  const lines = files.map(path => `- ${path}`)
  if (more > 0) lines.push(`- and ${more} more`)
  return `${body}\n\n---\nBundled texts, read one with Skill { "name": "${id}", "file": "…" }:\n${lines.join('\n')}`
}

function notFound(name: string, ids: string[]): LoopengineError {
  return new LoopengineError('skill_not_found', `There is no skill \`${name}\`.`, {
    hint: `${didYouMean(name, ids)} Skills here: ${ids.join(', ')}.`.trim(),
  })
}
