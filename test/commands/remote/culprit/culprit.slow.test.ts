import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
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
    expect(outcome.printed).toBe('  New 23  added\nWith this change it crashes, without it it works.')

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
    expect([outcome.status, outcome.printed.split('\n')[0]]).toEqual([0, '  New 30  added'])
    expect((await run('--continue', folder)).status).toBe(0)
    expect((await run('--continue', folder, '--answer', 'works')).status).toBe(1)
    expect((await run('--continue', folder, '--answer', 'back')).status).toBe(3)
    expect((await run('--undo', folder)).status).toBe(0)
    expect(await filesIn(folder)).toEqual(CRASHING)
  })

  it('prints one JSON document with --json, at the start and at the end, too', async () => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args, '--json')
    const shown = await run(works, folder, folder)
    expect([shown.status, JSON.parse(shown.printed).data.next.round]).toEqual([1, 1])
    const started = await run(works, folder, folder, '--yes')
    expect([started.status, JSON.parse(started.printed)]).toEqual([3, JSON.parse(shown.printed)])
    const ended = await run('--continue', folder, '--answer', 'crashes')
    expect([ended.status, JSON.parse(ended.printed).data.verdict.code]).toEqual([1, 'nothing_crashes'])
    const alike = await run(works, works, works)
    expect([alike.status, JSON.parse(alike.printed).data.verdict.code]).toEqual([1, 'no_changes'])
  })

  it('prints with --json what the API answers', async ({ app, api }) => {
    await makeLists(api, LISTS)
    const { folder, environment } = await profile()
    const run = (...args: string[]) => runIn({ ...clientsOf(app), ...environment }, 'culprit', ...args, '--json')
    await run('it-works', 'it-crashes', folder, '--yes')
    for (const answers of [['works'], ['works', 'crashes'], ['works', 'crashes', 'untestable']]) {
      const { printed } = await run('--continue', folder, '--answer', answers.at(-1) ?? '')
      const body = { answers: answers.map((result) => ({ result })) }
      const { body: answer } = await api.post('/v1/compare/it-works/it-crashes/culprit').send(body).expect(200)
      expect(JSON.parse(printed)).toEqual(answer)
    }
  })

  it('ends with status 1 if the baselines show that it is none of the changes, and then tests plugins', async () => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    await run(works, folder, folder, '--yes')
    const ended = await run('--continue', folder, '--answer', 'crashes')
    expect([ended.status, ended.printed]).toEqual([1, expect.stringContaining('It crashes without these changes too.')])
    await run('--undo', folder)
    const plugins = await run(works, folder, folder, '--yes', '--part', 'plugins')
    expect([plugins.status, plugins.printed]).toEqual([3, expect.stringContaining('0 of 2 changes are taken')])
  })

  it('writes names of strangers to the terminal without control characters, and to the files as they are', async () => {
    const names = ['\u001B[31mRed', 'txt.\u202Eexe', "O'Neil & $(sons)", '; rm -rf x']
    const lines = (sign: string) =>
      ['# This file was automatically generated by Mod Organizer.', ...names.map((name) => sign + name), ''].join('\n')
    const { folder, environment } = await profile({ 'modlist.txt': lines('+') })
    const works = await folderOf({ 'modlist.txt': lines('-') })
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    const outcomes = [await run(works, folder, folder, '--yes', '--keep', names[0] ?? '')]
    const game = startGame(names[1] ?? '', names[3] ?? '')
    while (outcomes.at(-1)?.status === 3) {
      const modlist = await modlistIn(folder)
      expect(modlist).toContain(`+${names[0]}\n`)
      outcomes.push(await run('--continue', folder, '--answer', game(modlist)))
    }
    expect(outcomes.at(-1)?.printed).toContain('  txt.\uFFFDexe  enabled\n')
    outcomes.push(await run(works, folder, folder, '--yes', '--keep', '\u202Ex'))
    expect(outcomes.at(-1)?.complained).toBe('No such change: \uFFFDx.')
    for (const { printed, complained } of outcomes)
      expect(printed + complained).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u)
  })

  it('says of answers that hardly fit together what may be the reason, in a round and at the end', async () => {
    const lines = (sign: string) => [...'FEDCBA'].map((name) => `${sign}${name}\n`).join('')
    const { folder, environment } = await profile({ 'modlist.txt': lines('+') })
    const works = await folderOf({ 'modlist.txt': lines('-') })
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    let outcome = await run(works, folder, folder, '--yes')
    for (const letter of 'wcwcwwcw') {
      expect(outcome.printed).not.toContain('more than once')
      outcome = await run('--continue', folder, '--answer', letter === 'w' ? 'works' : 'crashes')
    }
    const doubt = 'The set of round 9 crashed, but the larger one of round 3, which has all of it, worked.'
    const advice = 'The crash may come only now and then, or a change mends it. Test such a set more than once.'
    outcome = await run('--continue', folder, '--answer', 'crashes')
    expect([outcome.status, outcome.printed]).toEqual([3, expect.stringContaining(`${doubt}\n${advice}`)])
    outcome = await run('--continue', folder, '--answer', 'works')
    while (outcome.status === 3) outcome = await run('--continue', folder, '--answer', 'works')
    expect([outcome.status, outcome.printed]).toEqual([0, expect.stringContaining(`${doubt}\n${advice}`)])
  })

  it('only shows without --yes, and changes and keeps nothing', async () => {
    const { folder, environment, state } = await profile()
    const works = await folderOf(WORKING)
    const { status, printed, complained } = await runIn(environment, 'culprit', works, folder, folder)
    expect([status, complained]).toEqual([1, 'Nothing was changed. Add --yes to start.'])
    expect(printed).toContain('72 changes can be tested.')
    expect(await filesIn(folder)).toEqual(CRASHING)
    await expect(readdir(state)).rejects.toThrow('ENOENT')
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

  it('refuses a second search in a folder, and says both ways out', async () => {
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
  })

  it('restores nothing with --undo while a copy of the first files is gone, and names it', async () => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    await run(works, folder, folder, '--yes')
    const copy = (await readdir(folder)).find((name) => name.startsWith('modlist.txt.before-culprit-')) ?? ''
    const kept = await readFile(join(folder, copy))
    await rm(join(folder, copy))
    const round = await filesIn(folder)
    for (const _ of [1, 2]) {
      const { status, complained } = await run('--undo', folder)
      expect([status, complained]).toEqual([
        1,
        expect.stringContaining(`Nothing was changed: ${copy} with your first files`),
      ])
      expect(await filesIn(folder)).toEqual(round)
    }
    await writeFile(join(folder, copy), kept)
    expect((await run('--undo', folder)).status).toBe(0)
    expect(await filesIn(folder)).toEqual(CRASHING)
  })

  it('starts anew after the end without --undo, and keeps the copies of the first files until they are put back', async () => {
    const { folder, environment } = await profile()
    const works = await folderOf(WORKING)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    await run(works, folder, folder, '--yes')
    await run('--continue', folder, '--answer', 'crashes')
    const round = await filesIn(folder)
    expect((await run(works, folder, folder, '--yes', '--part', 'plugins')).status).toBe(3)
    expect(await filesIn(folder)).toMatchObject(
      Object.fromEntries(Object.entries(round).filter(([name]) => isCopy(name))),
    )
    const undone = await run('--undo', folder)
    expect(undone.complained).toContain(
      `Copies of an earlier search are still there. Put them back with culprit --undo`,
    )
    expect(await filesIn(folder)).toEqual(round)
    expect((await run('--undo', folder)).complained).toBe('')
    expect(await filesIn(folder)).toEqual(CRASHING)
  })

  it('restores the copies of its own search, even if the clock was set back since an earlier one', async () => {
    const { folder, environment } = await profile()
    const later = join(folder, 'modlist.txt.before-culprit-29991231-235959-999')
    await writeFile(later, '+Later')
    const works = await folderOf(WORKING)
    await runIn(environment, 'culprit', works, folder, folder, '--yes')
    expect((await runIn(environment, 'culprit', '--undo', folder)).status).toBe(0)
    await rm(later)
    expect(await filesIn(folder)).toEqual(CRASHING)
  })

  it('removes with --undo a file that only the working list has', async () => {
    const { folder, environment } = await profile({ 'modlist.txt': CRASHING['modlist.txt'] })
    const works = await folderOf(WORKING)
    const run = (...args: string[]) => runIn(environment, 'culprit', ...args)
    expect((await run(works, folder, folder, '--yes')).status).toBe(3)
    expect(Object.keys(await filesIn(folder))).toContain('plugins.txt')
    await run('--undo', folder)
    expect(await filesIn(folder)).toEqual({ 'modlist.txt': CRASHING['modlist.txt'] })
  })
})
