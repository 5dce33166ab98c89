/** The folders between an agent's own and one of its files, from the project's root; the innermost first. */
export function foldersOf(directory: string, path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => `${directory}/${names.slice(0, names.length - index).join('/')}`)
}
