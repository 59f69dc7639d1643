#!/usr/bin/env node
import { runCommand } from './commands.ts'
import { readEnvironment } from './config.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: readEnvironment(),
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
})
