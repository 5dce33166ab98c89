import { LoopengineError } from '../core/errors.ts'
import type { PackageManager } from './init-package-manager.ts'

/**
 * Installs a project's dependencies with its package manager, whose words go to stderr, and to stdout unless `quiet`.
 * Throws `install_failed`.
 */
export async function installDependencies(root: string, manager: PackageManager, quiet: boolean): Promise<void> {
  const { execa } = await import('execa')
  const stdout = quiet ? 'ignore' : 'inherit'
  const { failed } = await execa(manager, ['install'], {
    cwd: root,
    stdin: 'ignore',
    stdout,
    stderr: 'inherit',
    reject: false,
  })
  if (!failed) return
  throw new LoopengineError('install_failed', `\`${manager} install\` failed in ${root}.`, {
    hint: `The files are written. Run \`${manager} install\` there when its cause is mended.`,
  })
}
