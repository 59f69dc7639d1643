import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { startCommand, wordsOf } from '../../../support/processes/programs.ts'
import { CRASHING, startGame, WORKING } from '../../../support/profiles/crashing-pair.ts'
import { folderOf, hasMounts, hasTerminal, wordsBeside } from '../terminal.ts'
import { filesIn, openOnTerminal, profile } from './searching.ts'

vi.setConfig({ testTimeout: 120_000 })

const ASKED = "can't [t]est, [b]ack, [q]uit "
const modlistIn = (folder: string) => readFile(join(folder, 'modlist.txt'), 'utf8')

describe.skipIf(!hasTerminal)('culprit on a terminal', () => {
  it('asks round by round, takes an answer back, and stops where it can go on', async () => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const one = openOnTerminal(environment, [folder, works, folder]) // the other way round
    await one.waitFor('Which one crashes? [1] profile, [2] ')
    one.type('both\n1\n')
    await one.waitFor('Start? [1] you have seen both, [2] test both first, [q]uit')
    expect(await filesIn(folder)).toEqual(CRASHING)
    for (const typed of ['2', 'w', 'b', 'what?', 'w']) {
      one.type(`${typed}\n`)
      await one.waitFor(ASKED)
    }
    one.type('q\n')
    expect((await one.exit).status).toBe(3)

    const game = startGame('New 17')
    const two = openOnTerminal(environment, ['--continue', folder])
    for (;;) {
      const seen = await two.waitFor(ASKED, 'With it, it crashed')
      if (seen.includes('With it, it crashed')) break
      two.type(game(await modlistIn(folder)) === 'crashes' ? 'c\n' : 'w\n')
    }
    expect((await two.exit).status).toBe(0)
    await runIn(environment, 'culprit', '--undo', folder)
    expect(await filesIn(folder)).toEqual(CRASHING)
  })

  it('copies the files as they are after the question, and --undo brings these back', async () => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const one = openOnTerminal(environment, [works, folder, folder])
    await one.waitFor('Which one crashes?')
    one.type('2\n')
    await one.waitFor('Start?')
    const changed = { 'modlist.txt': '+New 1\r\n+Changed meanwhile\r\n', 'loadorder.txt': 'Skyrim.esm\r\n' }
    for (const [name, content] of Object.entries(changed)) await writeFile(join(folder, name), content)
    await rm(join(folder, 'plugins.txt'))
    one.type('1\n')
    expect(await one.waitFor(ASKED)).toContain('Round 3 of about 10')
    expect(await modlistIn(folder)).toContain('+Old 1\r\n')
    one.type('q\n')
    expect((await one.exit).status).toBe(3)
    expect((await runIn(environment, 'culprit', '--undo', folder)).status).toBe(0)
    expect(await filesIn(folder)).toEqual({ 'Skyrim.ini': CRASHING['Skyrim.ini'], ...changed })
  })
})

describe.skipIf(!hasMounts)('culprit while Mod Organizer runs', () => {
  it('starts nothing, counts no answer, writes no round and undoes nothing', async () => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const name = join(await folderOf({ comm: 'ModOrganizer.ex\n' }), 'comm')
    const refused = async (...args: string[]) => {
      const before = await filesIn(folder)
      const words = wordsBeside(name, wordsOf('cli', ['culprit', ...args]))
      const { status, err } = await startCommand(words, environment).exit
      expect([status, err]).toEqual([
        1,
        'Mod Organizer is running, and would overwrite the files. Close it, then try again.\n',
      ])
      expect(await filesIn(folder)).toEqual(before)
    }
    await refused(works, folder, folder, '--yes')
    expect((await runIn(environment, 'culprit', works, folder, folder, '--yes')).status).toBe(3)
    await refused('--continue', folder, '--answer', 'works')
    await refused('--continue', folder)
    await refused('--undo', folder)
    const { printed } = await runIn(environment, 'culprit', '--continue', folder)
    expect(printed).toContain('Round 1 of about 10')
  })
})
