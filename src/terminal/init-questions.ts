import type { ProjectTemplate } from '../scaffold/init-template.ts'

export async function askTemplate(): Promise<ProjectTemplate> {
  const { select } = await import('@inquirer/prompts')
  return select({
    message: 'What should the project start with?',
    choices: [
      { value: 'basic', name: 'basic: one agent that keeps notes, two tools' },
      { value: 'customer-service', name: 'customer-service: orders, shipments, refunds that a person approves' },
    ],
  })
}

export async function confirmFiles(): Promise<boolean> {
  const { confirm } = await import('@inquirer/prompts')
  return confirm({ message: 'Create these files?', default: true })
}
