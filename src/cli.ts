#!/usr/bin/env node
import { runProcess } from './commands/process.ts'
import { SERVER_EDITION } from './commands/server-edition.ts'

await runProcess(SERVER_EDITION, process.env)
