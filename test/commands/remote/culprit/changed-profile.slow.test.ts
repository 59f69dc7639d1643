import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { CRASHING, WORKING } from '../../../support/profiles/crashing-pair.ts'
import { folderOf } from '../terminal.ts'
import { filesIn, profile } from './searching.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Starts a search, and answers its first round, so that the folder has all changes. */
async function secondRound(...options: string[]) {
  const { folder, environment } = await profile()
  const works = await folderOf(WORKING)
  const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
  await run(works, folder, folder, '--yes', ...options)
  expect((await run('--continue', folder, '--answer', 'works')).status).toBe(3)
  /** Changes a file of the profile, as a person or Mod Organizer does. */
  const change = async (name: string, from: string, to: string) => {
    const path = join(folder, name)
    const content = await readFile(path, 'utf8')
    expect(content).toContain(from)
    await writeFile(path, content.replace(from, to))
  }
  return { folder, run, change, round: await filesIn(folder) }
}

describe('an answer of culprit', () => {
  it.for([
    ['a mod was switched off', '+Mod 1\r\n', '-Mod 1\r\n', 'Mod 1 is not on in it', 3],
    ['the line of a taken mod was dropped', '+New 7\r\n', '', 'New 7 is not on in it', 3],
    ['the line of a mod of both lists was dropped', '+Mod 1\r\n', '', 'Mod 1 is not on in it', 3],
    ['a mod was switched on', '-Mod 9\r\n', '+Mod 9\r\n', 'Mod 9 is on in it', 1],
    ['a mod was added as on', '+Mod 1\r\n', '+Mod 1\r\n+Other\r\n', 'Other is on in it', 1],
    ['a mod was moved', '+Mod 2\r\n+Mod 1\r\n', '+Mod 1\r\n+Mod 2\r\n', 'another place in it', 1],
  ] as const)(
    'does not count if %s, says all ways out, and the round can be written again',
    async ([, from, to, difference, ifUntestable]) => {
      const { folder, run, change, round } = await secondRound()
      await change('modlist.txt', from, to)
      const changed = await filesIn(folder)
      for (const answer of ['works', 'crashes']) {
        const { status, complained } = await run('--continue', folder, '--answer', answer)
        expect(status).toBe(1)
        expect(complained).toContain(`modlist.txt in ${folder} is no longer that of this round: `)
        expect(complained).toContain(difference)
        expect(complained).toContain(`culprit --continue ${folder} and test them`)
        expect(complained).toContain(`culprit --undo ${folder}`)
        expect(complained.includes('--answer untestable')).toBe(ifUntestable === 3)
        expect(await filesIn(folder)).toEqual(changed)
      }
      const again = await run('--continue', folder)
      expect([again.status, again.printed]).toEqual([3, expect.stringContaining('Round 2 of about 10')])
      expect(await filesIn(folder)).toEqual(round)
      await change('modlist.txt', from, to)
      expect((await run('--continue', folder, '--answer', 'untestable')).status).toBe(ifUntestable)
      await run('--undo', folder)
      expect(await filesIn(folder)).toEqual(CRASHING)
    },
  )
})
