import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

/** A real folder on disk; gone when the test file ends. */
export interface TestProject {
  /** Absolute, without symbolic links. */
  root: string
  path(file: string): string
  read(file: string): string
  write(file: string, text: string): void
  exists(file: string): boolean
  /** Every file below the root, sorted, with `/`. */
  files(): string[]
}

const made: string[] = []

afterAll(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** A temporary project with these files. User code may import `loopengine`: the command line resolves it to itself. */
export function project(files: Record<string, string> = {}): TestProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loopengine-test-')))
  made.push(root)
  const testProject = projectAt(root)
  for (const [file, text] of Object.entries(files)) testProject.write(file, text)
  return testProject
}

function projectAt(root: string): TestProject {
  const path = (file: string): string => join(root, file)
  return {
    root,
    path,
    read: file => readFileSync(path(file), 'utf8'),
    write: (file, text) => {
      mkdirSync(dirname(path(file)), { recursive: true })
      writeFileSync(path(file), text)
    },
    exists: file => existsSync(path(file)),
    files: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry =>
          join(entry.parentPath, entry.name)
            .slice(root.length + 1)
            .replaceAll('\\', '/'),
        )
        .sort(),
  }
}
