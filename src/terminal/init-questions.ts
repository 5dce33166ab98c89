import { CI_SERVICES } from '../scaffold/init-ci.ts'
import { PACKAGE_MANAGERS, runningPackageManager } from '../scaffold/init-package-manager.ts'
import { PROJECT_TEMPLATES } from '../scaffold/init-template.ts'
import type { Questions } from './questions.ts'

/** What `init` wants to know, in the order it asks. */
export const INIT = {
  dir: {
    kind: 'text',
    argument: true,
    message: 'In which folder?',
    description: 'The folder. Default: the current one.',
    fallback: () => '.',
  },
  template: {
    kind: 'choice',
    message: 'What should the project start with?',
    description: 'The agent it starts with. Default: basic, which keeps notes; abl is one in the tool language.',
    choices: PROJECT_TEMPLATES,
    fallback: () => 'basic',
  },
  'package-manager': {
    kind: 'choice',
    silent: true,
    message: 'Which package manager?',
    description: 'Installs the dependencies. Default: the one that runs this command.',
    choices: PACKAGE_MANAGERS,
    fallback: () => runningPackageManager(process.env.npm_config_user_agent),
  },
  ci: {
    kind: 'choice',
    silent: true,
    message: 'Where should the agents be checked?',
    description:
      'Also write a workflow that checks the agents in pull requests; in a project that has agents, only that.',
    choices: CI_SERVICES,
  },
} as const satisfies Questions
