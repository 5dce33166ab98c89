import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface ImportPath {
  node: { source?: { value: string } | null }
}

/**
 * A Babel plugin for one file: `./x.js` names `./x.ts` where only that file exists, as TypeScript means it. Left to
 * itself jiti finds the file too, but by some two hundred failed tries an import.
 */
export function nameTypeScript(filename: string) {
  const folder = dirname(filename)
  const visit = ({ node: { source } }: ImportPath): void => {
    if (!source || !/^\.{1,2}\/.*\.js$/.test(source.value)) return
    const typescript = source.value.replace(/\.js$/, '.ts')
    if (!existsSync(join(folder, source.value)) && existsSync(join(folder, typescript))) source.value = typescript
  }
  return () => ({ visitor: { ImportDeclaration: visit, ExportNamedDeclaration: visit, ExportAllDeclaration: visit } })
}
