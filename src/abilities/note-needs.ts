import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { Ability } from './ability.ts'

/** What the person still has to do for an ability to work. `packages`: those that package.json was given. */
export async function noteNeeds(
  plan: ChangePlan,
  { env, config }: Ability,
  packages: readonly string[],
): Promise<void> {
  const dotenv = (await plan.readText('.env')) ?? ''
  for (const { name, description, secret } of env.filter(({ name }) => !isSet(name, dotenv))) {
    const place = secret ? 'in .env, which git leaves out' : 'in .env or the environment'
    plan.note(`Set ${name} ${place}${description === '' ? '.' : `: ${description}`}`)
  }
  const settings = (await plan.readText('loopengine.config.yml')) ?? ''
  for (const name of config.filter(name => !new RegExp(`^\\s+["']?${name}["']?\\s*:`, 'm').test(settings))) {
    const secret = env.some(need => need.name === name && need.secret) ? ', isSecret: true' : ''
    plan.note(
      `Allow its tools to read ${name}: in loopengine.config.yml, below \`config:\`, write \`${name}: { env: ${name}${secret} }\`.`,
    )
  }
  if (packages.length > 0)
    plan.note(`Install what it needs (${packages.join(', ')}): \`${await installCommand(plan)}\`.`)
  await noteIgnored(plan)
}

function isSet(name: string, dotenv: string): boolean {
  return process.env[name] !== undefined || new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*\\S`, 'm').test(dotenv)
}

const LOCK_FILES = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun', 'bun.lockb': 'bun' } as const

/** The package manager whose lock file the project has; else npm. */
export async function packageManagerOf(plan: ChangePlan): Promise<'npm' | 'pnpm' | 'yarn' | 'bun'> {
  const names = await plan.list('')
  const found = Object.entries(LOCK_FILES).find(([file]) => names.includes(file))
  return found ? found[1] : 'npm'
}

async function installCommand(plan: ChangePlan): Promise<string> {
  return `${await packageManagerOf(plan)} install`
}

/** Upgrades work offline, and for everybody, when git keeps `.loopengine/abilities/`. */
async function noteIgnored(plan: ChangePlan): Promise<void> {
  const lines = ((await plan.readText('.gitignore')) ?? '').split(/\r?\n/).map(line => line.trim())
  const ignored =
    lines.some(line => /^\/?\.loopengine(\/\*{0,2})?$/.test(line)) && !lines.includes('!.loopengine/abilities/')
  if (ignored)
    plan.note(
      'Let git keep what abilities brought: in .gitignore, write `.loopengine/*` and `!.loopengine/abilities/`.',
    )
}
