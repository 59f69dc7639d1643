#!/usr/bin/env node
import { runCommand } from './commands/program.ts'
import { readEnvironment } from './config.ts'

// A reader that has seen enough, such as head, closes the pipe: the rest is for nobody.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE') throw fault
  })
}

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  settings: () => readEnvironment(process.env),
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  isTerminal: process.stdout.isTTY,
  ...(process.stderr.isTTY && { progress: process.stderr }),
})
