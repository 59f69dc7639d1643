import { describe, expect } from 'vitest'
import { printedBy, run, runAlone, runIn } from '../support/commands/run.ts'
import { undoLastMigration } from '../support/database/migrations.ts'
import { emptyDatabase, ownDatabase } from '../support/database/own.ts'
import { query } from '../support/database/query.ts'
import { it } from '../support/it.ts'
import { read } from '../support/project.ts'
import { fillList } from '../support/requests/forms.ts'

/** The commands that use a database, each with its required arguments. */
const COMMANDS: readonly [words: string, ...args: string[]][] = [
  ['user create', 'Ada'],
  ['user list'],
  ['user sign-in', 'Ada'],
  ['user verify', 'Ada'],
  ['user delete', 'Ada'],
  ['user suspend', 'Ada', '--reason', 'Spam'],
  ['user moderator', 'Ada'],
  ['token create', 'Ada', '--abilities', 'read'],
  ['token list', 'Ada'],
  ['token revoke', '1'],
  ['game add', 'Game'],
  ['game list'],
  ['game remove', '32'],
  ['list list'],
  ['list show', 'my-list'],
  ['list hide', 'my-list', '--reason', 'Spam'],
  ['list delete', 'my-list'],
  ['report list'],
  ['report show', 'my-list'],
  ['report dismiss', 'my-list', '--reason', 'Spam'],
  ['block add', 'package.json', '--reason', 'Spam'],
  ['block remove', '00'],
  ['block list'],
  ['export', 'catalog.backup'],
  ['import', 'catalog.backup'],
  ['backup checked'],
  ['sweep'],
  ['index retry'],
  ['migrate'],
]

/** Commands that use a server, or only files, and no database. */
const OTHERS = [
  'analyse',
  'apply',
  'changelog',
  'changes',
  'check',
  'claim',
  'compare',
  'culprit',
  'delete',
  'games',
  'history',
  'lists',
  'login',
  'logout',
  'mod',
  'mods',
  'show',
  'update',
  'upload',
  'whoami',
]

const ALL = [...COMMANDS.map(([words]) => words), ...OTHERS]
const GROUPS = ['backup', 'user', 'token', 'game', 'list', 'report', 'block', 'index']

/** URL of a database that does not exist, so that a command that opens it fails. */
const NOWHERE = 'postgresql://nobody:nothing@127.0.0.1:1/nowhere'

describe('--help', () => {
  it.each(['', ...GROUPS, ...ALL])('shows the usage of mod-list-catalog %s, and opens no database', async (words) => {
    const { status, printed, complained } = await run(NOWHERE, ...words.split(' ').filter(Boolean), '--help')
    expect([status, complained]).toEqual([0, ''])
    expect(printed).toContain(`Usage: mod-list-catalog ${words}`)
  })

  it('names every command, and no other', async () => {
    const named = async (...words: string[]) =>
      [...(await run(NOWHERE, ...words, '--help')).printed.matchAll(/^ {2}([a-z][\w-]*)(?= .* {2}| [<[])/gm)]
        .map(([, command]) => [...words, command].join(' '))
        .filter((command) => !command.endsWith('help'))
    const found = [await named(), ...(await Promise.all(GROUPS.map((group) => named(group))))].flat()
    expect(found.toSorted()).toEqual([...ALL, ...GROUPS].toSorted())
  })
})

it('docs/administration.md shows every command that administers a catalog, with all its options', async () => {
  const [, block = ''] = /^```sh\n([\s\S]*?)^```/m.exec(read('docs/administration.md')) ?? []
  const lines = block.split('\n').map((line) => line.replace('mod-list-catalog ', ''))
  for (const [words] of COMMANDS) {
    const { printed } = await run(NOWHERE, ...words.split(' '), '--help')
    const options = [...printed.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option)
    const shown = lines.filter((line) => line === words || line.startsWith(`${words} `)).join('\n')
    expect({ words, missing: options.filter((option = '') => !shown.includes(option)) }).toEqual({ words, missing: [] })
    expect({ words, isShown: shown !== '' }).toEqual({ words, isShown: true })
  }
})

describe('the command line alone', () => {
  it('has all commands that use a server, and says where the others are', async () => {
    const { status, printed } = await runAlone('--help')
    const named = [...printed.matchAll(/^ {2}([a-z][\w-]*)(?= .* {2}| [<[])/gm)].map(([, command]) => command)
    expect([status, named.filter((command) => command !== 'help').toSorted()]).toEqual([0, OTHERS])
    expect(printed.replaceAll(/\s+/g, ' ')).toContain(
      'commands that administer a catalog are in the package of the server',
    )
    expect(await runAlone('user', 'list')).toEqual({
      status: 2,
      printed: '',
      complained:
        "error: unknown command 'user'\n(add --help for usage; commands that administer a catalog are in the package of the server)",
    })
  })
})

describe('wrong usage', () => {
  it.each([
    [[], /Usage: mod-list-catalog/],
    [['user'], /Usage: mod-list-catalog user/],
    [['nonsense'], /unknown command 'nonsense'/],
    [['user', 'remove', 'Ada'], /unknown command 'remove'/],
    [['user', 'create'], /missing required argument 'name'/],
    [['user', 'create', 'Ada', 'Lovelace'], /too many arguments/],
    [['user', 'list', '--all'], /unknown option '--all'/],
    [['sweep', 'now'], /too many arguments/],
    [['user', 'list', '--version'], /unknown option '--version'/],
    [['games', '-V'], /unknown option '-V'/],
    [['upload', '.', '--name', 'Mine'], /required option '--game/],
    [['upload', '.', '--game', '4', '--name', 'Mine', '--expires', '2d'], /--expires/],
    [['games', '--url', 'mods.example.com'], /--url/],
    [['update', 'mine'], /missing required argument/],
    [['delete', 'mine', '--owner-key', 'mlk_x', '--token', 'mlc_x'], /'--owner-key <key>' cannot be used/],
  ])('is reported on standard error, with status 2: %j', async (args, reason) => {
    const { status, printed, complained } = await run(NOWHERE, ...args)
    expect([status, printed]).toEqual([2, ''])
    expect(complained).toMatch(reason)
  })
})

it('--version prints the version', async () => {
  expect(await run(NOWHERE, '--version')).toMatchObject({
    status: 0,
    printed: expect.stringMatching(/^\d+\.\d+\.\d+(-dev)?$/),
  })
})

describe('a command that cannot run', () => {
  it('exits with status 1 and says so if the database cannot be reached', async () => {
    const { status, printed, complained } = await run(NOWHERE, 'user', 'list')
    expect([status, printed]).toEqual([1, ''])
    expect(complained).toMatch(/^The database of DATABASE_URL can't be used: .*ECONNREFUSED/)
  })

  it('exits with status 1 and prints one line for each wrong setting', async () => {
    const outcome = await runIn({ PORT: 'x', LOG_LEVEL: 'x' }, 'user', 'list')
    expect(outcome).toMatchObject({ status: 1, printed: '' })
    expect(outcome.complained.split('\n')).toHaveLength(2)
  })
})

describe('sweep', () => {
  it('deletes expired lists and files that no other list has, and says how many', async ({ url, api, db }) => {
    await fillList(api.post('/v1/lists'), { name: 'Old', expires: '3h' }, { 'a.txt': 'shared', 'b.txt': 'own' }).expect(
      201,
    )
    await fillList(api.post('/v1/lists'), { name: 'New', expires: 'perm' }, { 'a.txt': 'shared' }).expect(201)
    await db.list.updateMany({ where: { slug: 'old' }, data: { expiresAt: new Date('2020-01-01T00:00:00Z') } })

    expect(await printedBy(url, 'sweep')).toBe('Deleted 1 expired lists and 1 unused files.')
    expect((await db.list.findMany()).map(({ slug }) => slug)).toEqual(['new'])
    expect((await db.file.findMany()).map(({ cleanName }) => cleanName)).toEqual(['a.txt'])
    expect(await printedBy(url, 'sweep')).toBe('Deleted 0 expired lists and 0 unused files.')
  })
})

describe('migrate', () => {
  it('is the only command that applies missing migrations; all others ask for it and change nothing', async () => {
    const url = await ownDatabase()
    const last = await undoLastMigration(url)
    await query(url, `DELETE FROM _prisma_migrations WHERE migration_name = '${last}'`)
    const state = () => query(url, 'SELECT relname FROM pg_class UNION SELECT migration_name FROM _prisma_migrations')
    const before = await state()

    for (const [words, ...args] of COMMANDS.filter(([name]) => name !== 'migrate')) {
      const { status, printed, complained } = await run(url, ...words.split(' '), ...args)
      expect([words, status, printed]).toEqual([words, 1, ''])
      // An import migrates an empty database itself, and reads its file first.
      const lacks = new RegExp(`^The database lacks the migration ${last}\\..* the command "migrate".*$`)
      expect(complained).toMatch(words === 'import' ? /^catalog\.backup can't be used: ENOENT/ : lacks)
    }
    expect(await state()).toEqual(before)

    expect(await printedBy(url, 'migrate')).toBe('The database has all migrations.')
    expect(await printedBy(url, 'user', 'list')).toMatch(/^NAME/)
  })

  it('is required for an empty database: other commands refuse it and create no tables', async () => {
    const url = await emptyDatabase()
    for (const words of [['user', 'create', 'Ada'], ['user', 'list'], ['sweep'], ['list', 'delete', 'a']]) {
      const complained = expect.stringMatching(/^The database is empty.*Set DATABASE_URL.*"migrate"\.$/)
      expect(await run(url, ...words)).toEqual({ status: 1, printed: '', complained })
    }
    const tables = 'SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace'
    expect(await query(url, tables)).toEqual([])
  })
})
