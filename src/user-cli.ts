#!/usr/bin/env node
import { runProcess } from './commands/process.ts'
import { USER_EDITION } from './commands/user-edition.ts'

await runProcess(USER_EDITION, process.env)
