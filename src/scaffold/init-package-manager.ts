export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const

export type PackageManager = (typeof PACKAGE_MANAGERS)[number]

const EXEC: Readonly<Record<PackageManager, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }

/** How a program of the project is started by hand. */
export function execCommand(manager: PackageManager): string {
  return EXEC[manager]
}

/** The package manager that started this process, by the `npm_config_user_agent` that all four set; else npm. */
export function runningPackageManager(userAgent: string | undefined): PackageManager {
  const name = userAgent?.split('/')[0]
  return PACKAGE_MANAGERS.find(manager => manager === name) ?? 'npm'
}
