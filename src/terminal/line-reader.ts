import { createInterface, type Interface } from 'node:readline'

export type ReadLine = { kind: 'line'; text: string } | { kind: 'interrupt'; hadText: boolean } | { kind: 'end' }

/** Reads lines at a terminal, with history. Between two reads nothing listens, so that prompts and Ctrl-C work as usual. */
export class LineReader {
  #history: string[] = []

  read(prompt: string, initial = ''): Promise<ReadLine> {
    const reader = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt,
      history: [...this.#history],
      historySize: 500,
      removeHistoryDuplicates: true,
    })
    reader.prompt()
    if (initial) reader.write(initial)
    return this.#next(reader)
  }

  #next(reader: Interface): Promise<ReadLine> {
    return new Promise(resolve => {
      const settle = (result: ReadLine): void => {
        reader.removeAllListeners()
        reader.close()
        resolve(result)
      }
      reader.on('history', history => {
        this.#history = [...history]
      })
      reader.once('line', text => settle({ kind: 'line', text }))
      reader.once('SIGINT', () => {
        process.stdout.write('\n')
        settle({ kind: 'interrupt', hadText: reader.line !== '' })
      })
      reader.once('close', () => resolve({ kind: 'end' }))
    })
  }
}
