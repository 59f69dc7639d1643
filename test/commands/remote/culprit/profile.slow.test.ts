import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { startGame } from '../../../support/profiles/crashing-pair.ts'
import {
  CRASHING_PROFILE,
  INSTALLED,
  openAndClose,
  type Profile,
  WORKING_PROFILE,
} from '../../../support/profiles/installed-pair.ts'
import { folderOf } from '../terminal.ts'
import { filesIn, profile } from './searching.ts'

vi.setConfig({ testTimeout: 120_000 })

const FILES = ['modlist.txt', 'plugins.txt', 'loadorder.txt'] as const

/** Does to a folder what Mod Organizer does when a person tests it. Returns modlist.txt. */
async function test(folder: string, installed = INSTALLED): Promise<string> {
  const read = FILES.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
  const after = openAndClose(Object.fromEntries(await Promise.all(read)) as Profile, installed)
  for (const name of FILES) await writeFile(join(folder, name), after[name])
  return after['modlist.txt']
}

describe('culprit with a profile that Mod Organizer writes between the rounds', () => {
  it.for([
    [['New 20'], 1],
    [['New 4', 'Unofficial Patch 86'], 2],
  ] as const)('finds %j, and --undo brings back the first files', async ([culprits, size]) => {
    const { folder, environment } = await profile(CRASHING_PROFILE)
    const works = await folderOf(WORKING_PROFILE)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    const game = startGame(...culprits)
    let outcome = await run(works, folder, folder, '--yes')
    const changes = Number(/(\d+) changes can be tested/.exec(outcome.printed)?.[1])
    let rounds = 0
    for (; outcome.status === 3; rounds++) {
      expect(outcome.printed).toContain(`Round ${rounds + 1} of about `)
      outcome = await run('--continue', folder, '--answer', game(await test(folder)))
    }
    expect(outcome.status).toBe(0)
    expect(rounds).toBeLessThanOrEqual(size * (Math.ceil(Math.log2(changes)) + 2) - 1 + 2)
    for (const name of culprits) expect(outcome.printed).toContain(`  ${name}  `)
    expect(outcome.printed).toContain('without')
    await test(folder)
    expect((await run('--undo', folder)).status).toBe(0)
    expect(await filesIn(folder)).toEqual(CRASHING_PROFILE)
  })

  it('names a mod that is not installed, whose line Mod Organizer drops, and goes on without testing that set', async () => {
    const { folder, environment } = await profile(CRASHING_PROFILE)
    const works = await folderOf(WORKING_PROFILE)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    const installed = INSTALLED.filter((name) => name !== 'New 30')
    const game = startGame('New 20')
    let outcome = await run(works, folder, folder, '--yes')
    let refused = 0
    for (let round = 0; outcome.status === 3; round++) {
      expect(round).toBeLessThan(60)
      const result = game(await test(folder, installed))
      const answer = await run('--continue', folder, '--answer', result)
      if (answer.status === 1 && answer.complained.includes('New 30 is not on in it')) {
        refused++
        outcome = await run('--continue', folder, '--answer', 'untestable')
      } else outcome = answer
    }
    expect(refused).toBeGreaterThan(0)
    expect(outcome.printed).toContain('  New 20  ')
    expect((await run('--undo', folder)).status).toBe(0)
    expect(await filesIn(folder)).toEqual(CRASHING_PROFILE)
  })
})
