/** A new file as a unified diff. */
export function creationDiff(path: string, text: string): string {
  const lines = text.split('\n')
  const complete = lines.at(-1) === ''
  if (complete) lines.pop()
  const body = lines.map(line => `+${line}`)
  const end = complete ? [] : ['\\ No newline at end of file']
  return [`--- /dev/null`, `+++ b/${path}`, `@@ -0,0 +1,${lines.length} @@`, ...body, ...end, ''].join('\n')
}
