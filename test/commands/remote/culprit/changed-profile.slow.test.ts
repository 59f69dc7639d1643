import { readFile, rm, writeFile } from 'node:fs/promises'
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

  it('does not count while plugins are tested if the line of a taken plugin was dropped', async () => {
    const { folder, run, change } = await secondRound('--part', 'plugins')
    await change('plugins.txt', '*Skyrim.esm\r\n', '') // no unit
    await change('plugins.txt', '*New 7.esp\r\n', '')
    const { status, complained } = await run('--continue', folder, '--answer', 'works')
    expect([status, complained]).toEqual([1, expect.stringContaining('New 7.esp is not on in it')])
    expect((await run('--continue', folder, '--answer', 'untestable')).status).toBe(3)
  })

  it('does not count if a file is gone', async () => {
    const { folder, run } = await secondRound()
    await rm(join(folder, 'plugins.txt'))
    const { status, complained } = await run('--continue', folder, '--answer', 'works')
    expect([status, complained]).toEqual([1, expect.stringContaining('plugins.txt in')])
    expect(complained).toContain('it is gone')
    expect((await run('--continue', folder)).status).toBe(3)
  })

  it('counts after Mod Organizer wrote its files anew, and what it wrote is replaced', async () => {
    const { folder, run, change } = await secondRound()
    await change('modlist.txt', '# This', '# Again, this')
    await change('modlist.txt', '-Mod 9\r\n', '')
    await change('modlist.txt', '+Mod 1\r\n', '+Mod 1\r\n-Installed meanwhile\r\n')
    await writeFile(join(folder, 'plugins.txt'), '*Skyrim.esm\r\n')
    expect((await run('--continue', folder, '--answer', 'crashes')).status).toBe(3)
    const files = await filesIn(folder)
    expect(files['modlist.txt']).not.toContain('Installed meanwhile')
    expect(files['plugins.txt']).toContain('*New 7.esp\r\n')
    await run('--undo', folder)
    expect(await filesIn(folder)).toEqual(CRASHING)
  })

  it('says the ways out so that they can be pasted into a shell', async () => {
    const odd = "the profile's"
    const { folder, environment } = await profile(CRASHING, odd)
    const works = await folderOf(WORKING)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    const word = `'${folder.replace("'", `'\\''`)}'`
    expect((await run(works, folder, folder, '--yes')).complained).toBe(
      `Start the game, then answer. Go on with culprit --continue ${word}, or put the first files back with culprit --undo ${word}.`,
    )
    expect((await run(works, folder, folder, '--yes')).complained).toContain(`culprit --undo ${word}`)
    await writeFile(join(folder, 'modlist.txt'), '+Other\r\n')
    expect((await run('--continue', folder, '--answer', 'works')).complained).toContain(`culprit --undo ${word}`)
    await run('--undo', folder)
    expect((await run('--continue', folder)).complained).toContain(`culprit WORKS CRASHES ${word}`)
  })
})
