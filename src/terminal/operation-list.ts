import type { ListedOperation } from '../scaffold/openapi/list-operations.ts'

/** The operations of a document, one a line, with what stands in the way of each below it. */
export function operationList(operations: readonly ListedOperation[]): string {
  const width = Math.max(...operations.map(({ id }) => id.length))
  const lines = operations.flatMap(operation => {
    const { id, method, path, summary, unsupported, losses } = operation
    const call = id === `${method} ${path}` ? '' : `  ${method} ${path}`
    const head = `${id.padEnd(call === '' ? 0 : width)}${call}${summary === '' ? '' : `  ${summary}`}`
    return [
      head,
      ...unsupported.map(reason => `    can't be imported: ${reason}`),
      ...losses.map(loss => `    ${loss}`),
    ]
  })
  const possible = operations.filter(({ unsupported }) => unsupported.length === 0).length
  return [...lines, '', `${possible} of ${operations.length} operations can be imported.`].join('\n')
}
