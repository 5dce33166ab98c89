/** How agents' names are compared: `-`, `_` and case make no difference. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}
