import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { CRASH_LOGGER } from '../../../support/profiles/logs.ts'
import { makeLists } from '../../../support/requests/forms.ts'
import { clientOf, folderOf, NO_DATABASE } from '../terminal.ts'

const NAME = 'crash-2023-12-10-13-03-48.log'

const CRASH = `Crash
EXCEPTION_ACCESS_VIOLATION at skee64.dll+1DAE5
Time: 2023-12-10T13:03:48
${NAME}, written by Crash Logger SSE 1.11.1.0, game version 1.6.640
Named in the log: Lux.esp, NPC Improvements.esp, skee64.dll, My Own Plugin.dll, hdtSMP64.dll

Plugins
[x] Skyrim.esm
[x] Update.esm
[x] Lux.esp
[x] ccqdrsse001-survivalmode.esl
[x] Small.esl

DLLs
CrashLogger.dll 1.11.1
skee64.dll`

/** A log with a path of the player: that of a source file in a frame is the builder's. */
const HOME = CRASH_LOGGER.replace('D:\\a\\x', 'C:\\Users\\Ann Lee').replace(
  'MODULES:',
  'MODULES:\n\tC:\\Users\\Ann Lee\\a.dll',
)
const HELD = "holds a path with a user's name (C:\\Users\\Ann Lee)"

const fileOf = async (name: string, text: string | Buffer) => join(await folderOf({ [name]: text }), name)

describe('show of a file', () => {
  it('says what crashed, who is named, and which plugins loaded, without a server', async () => {
    expect(await runIn(NO_DATABASE, 'show', await fileOf(NAME, CRASH_LOGGER))).toEqual({
      status: 0,
      printed: `File  ${NAME}\n\nFILE${' '.repeat(27)}LINES\n${NAME}  43\n\n${CRASH}`,
      complained: '',
    })
    const cut = CRASH_LOGGER.slice(0, CRASH_LOGGER.lastIndexOf('PLUGINS:'))
    expect((await runIn(NO_DATABASE, 'show', await fileOf(NAME, cut))).printed).not.toMatch(/^Plugins/m)
  })
})

describe('changes of a file', () => {
  it('compares a log with a list, on either side, and sends nothing of it', async ({ api, db, port }) => {
    await makeLists(api, { Works: { 'plugins.txt': '*Small.esl\n*Lux.esp\n*Mine.esp\n' } })
    const before = await storedRows(db)
    const environment = clientOf(port)
    const path = await fileOf(NAME, CRASH_LOGGER)
    const there = await runIn(environment, 'changes', 'works', path)
    expect([there.status, there.complained]).toEqual([1, ''])
    expect(there.printed.split('\n').slice(0, 5)).toEqual([
      `# \`Works\` compared with \`${NAME}\``,
      '',
      `1 plugin removed. Only \`${NAME}\` has DLLs.`,
      '',
      '## Plugins',
    ])
    const back = await runIn(environment, 'changes', path, 'works')
    expect([back.status, back.printed]).toEqual([
      1,
      expect.stringContaining('## Plugins\n\n**Added (1)**\n\n- `Mine.esp`'),
    ])
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('upload of a file', () => {
  it('creates a list of this file alone', async ({ api, port }) => {
    const path = await fileOf('broken.txt', CRASH_LOGGER)
    const args = ['upload', path, '--game', '4', '--name', 'Crashes']
    const { status, complained } = await runIn(clientOf(port), ...args)
    expect([status, complained]).toEqual([0, expect.stringMatching(/^1 file +1\.\d kB\nbroken\.txt +1\.\d kB\n/)])
    const { body } = await api.get('/v1/lists/crashes/load-order').expect(200)
    expect(body.data.log).toMatchObject({ file: 'broken.txt', at: { module: 'skee64.dll', offset: '1DAE5' } })
  })

  it('says that nothing is read, and which files the game has', async ({ port }) => {
    const args = ['upload', await fileOf('a.txt', 'Hi\n'), '--game', 'the witcher 3: wild hunt', '--name', 'Mine']
    expect((await runIn(clientOf(port), ...args)).complained).toContain('kept as text. To compare, add mods.settings.')
  })

  it('sends personal data only with --with-personal, and says what it is', async ({ api, db, port }) => {
    const environment = clientOf(port)
    const path = await fileOf(NAME, HOME)
    const args = ['upload', path, '--game', '4', '--name', 'Crashes']
    const { status, printed, complained } = await runIn(environment, ...args)
    expect([status, printed]).toEqual([1, ''])
    expect(complained).toContain(`${NAME}  skipped: ${HELD}; upload it anyway with --with-personal`)
    expect(complained.split('\n').at(-1)).toBe(`${path} was not uploaded.`)
    expect((await storedRows(db)).lists).toEqual([])

    expect((await runIn(environment, ...args, '--with-personal')).complained).toContain(HELD)
    const { text } = await api.get(`/v1/lists/crashes/files/${NAME}/raw`).buffer(true).expect(200)
    expect(text).toBe(HOME)
  })
})

describe('update with a file', () => {
  it('makes it the only file of the list, whose other files stay in its history', async ({ api, signIn, port }) => {
    const environment = { ...clientOf(port), CATALOG_TOKEN: await signIn('Ada') }
    const folder = await folderOf({ 'modlist.txt': '+SkyUI\n', 'plugins.txt': '*A.esp\n' })
    await runIn(environment, 'upload', folder, '--game', '4', '--name', 'Mine')
    const { status } = await runIn(environment, 'update', 'mine', join(folder, 'modlist.txt'))
    expect(status).toBe(0)
    const namesAt = async (path: string) =>
      (await api.get(path).expect(200)).body.data.files.map((file: { clean_name: string }) => file.clean_name)
    expect(await namesAt('/v1/lists/mine')).toEqual(['modlist.txt'])
    expect(await namesAt('/v1/lists/mine/revisions/1')).toEqual(['modlist.txt', 'plugins.txt'])
  })
})

describe('analyse', () => {
  it('shows what the server reads in a log, and stores nothing', async ({ api, db, port }) => {
    const environment = clientOf(port)
    const path = await fileOf(NAME, CRASH_LOGGER)
    expect(await runIn(environment, 'analyse', path)).toEqual({ status: 0, printed: CRASH, complained: '' })
    const { printed } = await runIn(environment, 'analyse', path, '--json')
    expect(await db.file.count()).toBe(0)
    expect(await db.list.count()).toBe(0)
    await makeLists(api, { One: { [NAME]: CRASH_LOGGER } })
    expect(JSON.parse(printed)).toEqual((await api.get('/v1/lists/one/load-order').expect(200)).body)
  })

  it.for(['analyse', 'show'])('exits with 1 for a file that is not read: %s', async (command, { port }) => {
    const path = await fileOf('crash.log', 'Skyrim SSE v1.6.640\n')
    expect(await runIn(clientOf(port), command, path)).toEqual({
      ...{ status: 1, printed: '' },
      complained:
        'No mods or plugins are read from crash.log: it is kept as text. To compare, add modlist.txt and plugins.txt.',
    })
  })

  it('sends personal data only with --with-personal, and shows none of it', async ({ port }) => {
    const environment = clientOf(port)
    const text = HOME.replace('EXCEPTION_ACCESS_VIOLATION', 'at C:\\Users\\Ann Lee\\x')
    const path = await fileOf(NAME, text)
    expect(await runIn(environment, 'analyse', path)).toEqual({
      status: 1,
      printed: '',
      complained: `${path} was not sent: it ${HELD}. Send it anyway with --with-personal.`,
    })
    const { status, printed } = await runIn(environment, 'analyse', path, '--with-personal')
    expect([status, printed]).toEqual([0, expect.stringContaining('at C:\\Users\\[hidden]\\x at skee64.dll+1DAE5')])
  })
})
