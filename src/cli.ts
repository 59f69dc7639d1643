#!/usr/bin/env node
import { setImmediate } from 'node:timers/promises'
import { runCommand } from './commands/program.ts'
import { readEnvironment } from './config.ts'
import { CatalogError } from './errors.ts'

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

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  settings: () => readEnvironment(process.env),
  print: (text) => process.stdout.write(`${text}\n`),
  flush,
  complain: (text) => process.stderr.write(`${text}\n`),
  isTerminal: process.stdout.isTTY,
  ...(process.stderr.isTTY && process.env.TERM !== 'dumb' && { progress: process.stderr }),
})
