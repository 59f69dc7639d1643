#!/usr/bin/env node
import { setImmediate } from 'node:timers/promises'
import { runCommand } from './commands/program.ts'
import { readEnvironment } from './config.ts'
import { CatalogError } from './errors.ts'

/** What became of standard output. Nobody could be told of standard error. */
let outputError: NodeJS.ErrnoException | undefined
process.stdout.on('error', (error) => {
  outputError ??= error
})
process.stderr.on('error', () => {})

/** A reader that has seen enough, such as head, closes the pipe: the rest is for nobody. */
async function flush() {
  await new Promise((resolve) => process.stdout.write('', resolve))
  await setImmediate() // errors are emitted after that
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
  ...(process.stderr.isTTY && { progress: process.stderr }),
})
