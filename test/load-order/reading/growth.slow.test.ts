import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { hasPart, PARTS } from '../../../src/load-order/reading/kind.ts'
import { KINDS } from '../../../src/load-order/reading/kinds.ts'
import { hostileFiles } from '../../support/profiles/hostile.ts'
import { path } from '../../support/project.ts'

describe('reading a file that is made to be slow to read', () => {
  it('is tried with every kind of file', () => {
    const untried = KINDS.filter(
      (kind) =>
        PARTS.some((part) => hasPart(kind, part)) && !hostileFiles(1_000).some(({ name }) => kind.names.test(name)),
    )
    expect(untried).toEqual([])
  })

  it('takes work in proportion to its length', async () => {
    const program = ['--no-flush-bytecode', '--import', 'tsx', 'test/support/reading-work.ts']
    const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: path('.') })
    const counts: { name: string; what: string; short: number; long: number }[] = JSON.parse(stdout)
    expect(counts.length).toBe(hostileFiles(1_000).length)
    expect(counts.every(({ short }) => short > 0)).toBe(true)
    expect(counts.filter(({ short, long }) => long >= 5 * short + 1_000)).toEqual([])
  })
})
