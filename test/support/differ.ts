import { join } from 'node:path'
import { inject } from 'vitest'
import { createDiffer, type Differ, type DifferOptions } from '../../src/compare/differ.ts'

/** Creates a differ whose workers run the program built for the tests, which starts faster than the sources. */
export const createTestDiffer = (options: DifferOptions): Differ =>
  createDiffer({ ...options, program: join(inject('programs'), 'worker.js') })
