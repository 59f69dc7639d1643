import { join } from 'node:path'
import { inject } from 'vitest'
import { createDiffer, type Differ, type DifferOptions } from '../../src/compare/differ.ts'

/** With workers of the program that was built for the tests: from its sources, each takes half a second to start. */
export const createTestDiffer = (options: DifferOptions): Differ =>
  createDiffer({ ...options, program: join(inject('programs'), 'worker.js') })
