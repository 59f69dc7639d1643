import { createInterface } from 'node:readline/promises'

/** Questions to a person at the terminal. */
export interface Questions {
  /** Returns the answer without spaces around it; undefined at the end of the input. */
  ask(question: string): Promise<string | undefined>
  close(): void
}

/** Reads lines from the terminal. Without line editing, Ctrl-C ends the program as everywhere else. */
export function openQuestions(): Questions {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const answers = lines[Symbol.asyncIterator]()
  return {
    async ask(question) {
      process.stderr.write(question)
      const { value, done } = await answers.next()
      return done ? undefined : value.trim()
    },
    close: () => lines.close(),
  }
}

/** Asks whether to do something. No answer, and the end of the input, count as no. */
export async function isAgreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const questions = openQuestions()
  try {
    return /^y(es)?$/i.test((await questions.ask(`${question} [y/N] `)) ?? '')
  } finally {
    questions.close()
  }
}
