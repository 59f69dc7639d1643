import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const BUILDER = fileURLToPath(new URL('build-programs.ts', import.meta.url))

const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Returns the folder of the bundled programs that tests start, as they are built for users. Sources start more slowly. The
 * first test that needs them builds them for all; other workers wait for it.
 */
export function programsFolder(): string {
  const folder = inject('programs')
  const lock = `${folder}.lock`
  mkdirSync(dirname(folder), { recursive: true })
  while (!existsSync(folder)) {
    try {
      mkdirSync(lock)
    } catch {
      Atomics.wait(pause, 0, 0, 50)
      continue
    }
    try {
      if (!existsSync(folder))
        execFileSync(process.execPath, ['--import', 'tsx', BUILDER, folder], { stdio: 'inherit' })
    } finally {
      rmdirSync(lock)
    }
  }
  return folder
}
