import { join } from 'node:path'
import { inject } from 'vitest'
import { createDiffer, type Differ } from '../../src/compare/differ.ts'
import type { SchedulerOptions } from '../../src/compare/scheduler.ts'

/** Creates a differ whose workers run the program built for the tests, which starts faster than the sources. */
export const createTestDiffer = (options: SchedulerOptions): Differ =>
  createDiffer({ ...options, program: join(inject('programs'), 'worker.js') })
