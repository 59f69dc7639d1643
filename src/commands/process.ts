import { setImmediate } from 'node:timers/promises'
import { readEnvironment } from '../config.ts'
import { CatalogError } from '../errors.ts'
import { type Edition, runEdition } from './program.ts'

/** The first error of standard output. Errors of standard error are ignored, since they can't be reported anywhere. */
let outputError: NodeJS.ErrnoException | undefined
process.stdout.on('error', (error) => {
  outputError ??= error
})
process.stderr.on('error', () => {})

/** Waits until standard output is written. Ignores a closed pipe: a reader such as head has seen enough. */
async function flush() {
  await new Promise((resolve) => process.stdout.write('', resolve))
  await setImmediate() // errors are emitted after the callback
  if (outputError === undefined || outputError.code === 'EPIPE') return
  throw new CatalogError('invalid', `Standard output can't be used: ${outputError.message}`)
}

export async function runProcess(edition: Edition, environment: NodeJS.ProcessEnv): Promise<void> {
  process.exitCode = await runEdition(edition, process.argv.slice(2), {
    environment,
    settings: () => readEnvironment(environment),
    print: (text) => process.stdout.write(`${text}\n`),
    flush,
    complain: (text) => process.stderr.write(`${text}\n`),
    isTerminal: process.stdout.isTTY,
    ...(process.stderr.isTTY && environment.TERM !== 'dumb' && { progress: process.stderr }),
  })
}
