import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { CRASHING, startGame, WORKING } from '../../../support/profiles/crashing-pair.ts'
import { asBytes, makeLists } from '../../../support/requests/forms.ts'
import { folderOf } from '../terminal.ts'
import { clientsOf, filesIn, isCopy, profile } from './searching.ts'

vi.setConfig({ testTimeout: 120_000 })

const LISTS = { 'It works': WORKING, 'It crashes': CRASHING }
const modlistIn = (folder: string) => readFile(join(folder, 'modlist.txt'), 'utf8')

describe('culprit', () => {
  it('leads to the change by the bytes of culprit.zip, round by round, and --undo brings back the first files', async ({
    app,
    api,
  }) => {
    await makeLists(api, LISTS)
    const { folder, environment, state } = await profile()
    const run = (...args: string[]) => runIn({ ...clientsOf(app), ...environment }, 'culprit', ...args)
    const first = await run('it-works', 'it-crashes', folder, '--yes')
    expect(first.status).toBe(3)
    expect(first.printed).toContain('It works works, It crashes crashes. 72 changes can be tested.')
    expect(first.printed).toContain('1 setting differs too and is not tested.')
    expect(first.printed).toContain('Only in It works (8): Old 0, Old 1')
    expect(first.printed).toContain('Round 1 of about 10: 0 of 72 changes are taken.')

    const game = startGame('New 23')
    const answers: { result: string }[] = []
    let outcome = first
    while (outcome.status === 3) {
      const zip = (await asBytes(api.post('/v1/compare/it-works/it-crashes/culprit.zip').send({ answers })).expect(200))
        .body
      for (const name of ['modlist.txt', 'plugins.txt'])
        expect(zip.includes(await readFile(join(folder, name)))).toBe(true)
      const files = Object.keys(await filesIn(folder))
      expect(files.filter((name) => !isCopy(name))).toEqual(['Skyrim.ini', 'modlist.txt', 'plugins.txt'])
      expect(files.filter(isCopy)).toHaveLength(2)
      const result = game(await modlistIn(folder))
      answers.push({ result })
      outcome = await run('--continue', folder, '--answer', result)
    }
    expect([outcome.status, answers.length]).toEqual([0, 9])
    expect(outcome.printed).toMatch(
      /^It is New 23 \(added\)\.\nWith it, it crashed \d times; without it, it worked \d times\.$/m,
    )

    const [file = '', ...others] = await readdir(state)
    expect(others).toEqual([])
    expect([(await stat(state)).mode & 0o777, (await stat(join(state, file))).mode & 0o777]).toEqual([0o700, 0o600])
    const undone = await run('--undo', folder)
    expect([undone.status, undone.printed]).toEqual([0, 'Restored: modlist.txt, plugins.txt. The search is forgotten.'])
    expect(await filesIn(folder)).toEqual(CRASHING)
    expect(await readdir(state)).toEqual([])
  })

  it('needs no server for folders, keeps both as they were at the start, and may test in the crashing one', async () => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    let outcome = await run(works, folder, folder, '--yes', '--keep', 'New 5')
    await rm(join(works, 'modlist.txt'))
    const game = startGame('New 5', 'New 30')
    while (outcome.status === 3) {
      const modlist = await modlistIn(folder)
      expect(modlist).toContain('+New 5\r\n')
      outcome = await run('--continue', folder, '--answer', game(modlist))
    }
    expect([outcome.status, outcome.printed.split('\n')[0]]).toEqual([0, 'It is New 30 (added).'])
    expect((await run('--continue', folder)).status).toBe(0)
    expect((await run('--continue', folder, '--answer', 'works')).status).toBe(1)
    expect((await run('--continue', folder, '--answer', 'back')).status).toBe(3)
    expect((await run('--undo', folder)).status).toBe(0)
    expect(await filesIn(folder)).toEqual(CRASHING)
  })

  it.for([
    [['--undo'], 2, 'argument missing'],
    [['one', 'other'], 2, "missing required argument 'folder'"],
    [['--continue', 'FOLDER', '--answer', 'maybe'], 2, 'Allowed choices are crashes, works, untestable, back'],
    [['one', '--continue', 'FOLDER'], 2, 'give only the folder'],
    [['WORKS', 'FOLDER', 'FOLDER', '--answer', 'works'], 2, '--answer needs --continue'],
    [['WORKS', 'FOLDER', 'FOLDER', '--part', 'settings'], 2, 'Allowed choices are mods, plugins'],
    [['WORKS', 'FOLDER', 'FOLDER', '--yes', '--keep', 'Nothing'], 1, 'No such change: Nothing.'],
    [['WORKS', 'FOLDER', 'WORKS/none', '--yes'], 1, "can't be read: ENOENT"],
    [['WORKS', 'WORKS', 'FOLDER', '--yes'], 1, ''],
    [['--continue', 'FOLDER'], 1, 'No search is open in'],
    [['--undo', 'FOLDER'], 1, 'has no copies of an earlier culprit'],
  ] as const)('refuses %j with status %i, and changes nothing', async ([given, status, message]) => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const args = given.map((arg) => arg.replace('FOLDER', folder).replace('WORKS', works))
    const outcome = await runIn(environment, 'culprit', ...args)
    expect([outcome.status, outcome.complained]).toEqual([status, expect.stringContaining(message)])
    expect(await filesIn(folder)).toEqual(CRASHING)
  })

  it('refuses a second search in a folder, says both ways out, and offers to test again what contradicts the start', async () => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    await run(works, folder, folder, '--yes')
    const before = await filesIn(folder)
    const { status, complained } = await run(works, folder, folder, '--yes')
    expect(status).toBe(1)
    expect(complained).toContain(`A search is open in ${folder}.`)
    expect(complained).toContain(`culprit --continue ${folder}`)
    expect(complained).toContain(`culprit --undo ${folder}`)
    expect(await filesIn(folder)).toEqual(before)

    const ended = await run('--continue', folder, '--answer', 'crashes')
    expect(ended.printed).toContain('works, but this set, which has none of the changes, crashed.')
    expect(ended.printed).toContain(`test it again: culprit --continue ${folder} --answer back`)
    expect([ended.status, (await run('--continue', folder, '--answer', 'back')).status]).toEqual([1, 3])
  })
})
