/** Asks one thing at a time; what is printed meanwhile waits until the question is answered. */
export class PromptQueue {
  #last: Promise<unknown> = Promise.resolve()
  #asking = false
  #held: (() => void)[] = []

  ask<T>(prompt: () => Promise<T>): Promise<T> {
    const asked = this.#last.then(async () => {
      this.#asking = true
      try {
        return await prompt()
      } finally {
        this.#asking = false
        for (const print of this.#held.splice(0)) print()
      }
    })
    this.#last = asked.catch(() => {})
    return asked
  }

  show(print: () => void): void {
    if (this.#asking) this.#held.push(print)
    else print()
  }
}
