import { createHash } from 'node:crypto'
import { access, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runIn } from '../support/commands/run.ts'
import { ownDatabase } from '../support/database/own.ts'
import { newDataDir, postmasterOf, startsOf } from '../support/processes/embedded-clients.ts'
import { namesOf, startCommand, startProgram, startServer, upload, wordsOf } from '../support/processes/programs.ts'
import { listen } from '../support/requests/listen.ts'
import { folderOf, shellWords } from './remote/terminal.ts'

it('a command uses the embedded database of a running server and leaves it running, or starts its own', async () => {
  const DATA_DIR = await newDataDir()
  const server = await startServer({ DATA_DIR })
  const cli = (...args: string[]) => startProgram('cli', { DATA_DIR }, args).exit

  const using = `Using the database in ${DATA_DIR} (DATA_DIR).\n`
  expect(await cli('user', 'create', 'Ada')).toEqual({ status: 0, out: 'Created user Ada.\n', err: using })
  const { status, out, err } = await cli('token', 'create', 'Ada', '--abilities', 'create,read')
  expect([status, err]).toEqual([0, using])
  expect(out).toMatch(/^mlc_[\w-]{43}\n$/)

  const token = out.trim()
  expect(await upload(server, "Ada's", token)).toBe(201)
  expect(await namesOf(server)).toEqual(["Ada's"])
  expect((await cli('token', 'revoke', '1')).out).toBe('Revoked token 1.\n')
  expect(await upload(server, 'Too late', token)).toBe(401)

  expect(await startsOf(DATA_DIR)).toBe(1)
  const logs = server.log() + (await readFile(join(DATA_DIR, 'postgres.log'), 'utf8'))
  for (const secret of [token, createHash('sha256').update(token).digest('hex')]) expect(logs).not.toContain(secret)

  server.child.kill('SIGTERM')
  expect((await server.exit).status).toBe(0)
  const alone = await runIn({ DATA_DIR }, 'user', 'list')
  expect(alone).toEqual({ status: 0, printed: expect.stringMatching(/^Ada /m), complained: '' })
  expect(await postmasterOf(DATA_DIR)).toBeUndefined()
})

it('a command that writes names its database on standard error, without the password', async () => {
  const url = await ownDatabase()
  const { host, pathname } = new URL(url)
  const { err } = await startProgram('cli', { DATABASE_URL: url }, ['user', 'create', 'Ada']).exit
  expect(err).toBe(`Using the database ${pathname.slice(1)} on ${host} (DATABASE_URL).\n`)
  expect((await startProgram('cli', { DATABASE_URL: url }, ['user', 'list']).exit).err).toBe('')
})

it.for([['user', 'create', 'Ada'], ['user', 'list'], ['sweep'], ['export', '-']])(
  'the command %s refuses a folder without a database, and creates none',
  async (args) => {
    const DATA_DIR = await newDataDir()
    const { status, out, err } = await startProgram('cli', { DATA_DIR }, args).exit
    expect([status, out]).toEqual([1, ''])
    expect(err).toMatch(new RegExp(`^There is no database in ${DATA_DIR} .*\n.*DATABASE_URL.*"migrate"`))
    await expect(access(DATA_DIR)).rejects.toMatchObject({ code: 'ENOENT' })
  },
)

it('`block add -` blocks what standard input has', async () => {
  const url = await ownDatabase()
  const block = shellWords(wordsOf('cli', ['block', 'add', '-', '--reason', 'Malware']))
  const { status, out } = await startCommand(['sh', '-c', `printf '+Bad\n' | ${block}`], { DATABASE_URL: url }).exit
  const hash = createHash('sha256').update('+Bad\n').digest('hex')
  expect([status, out]).toEqual([0, `Blocked standard input: ${hash}\n`])
  const listed = await startProgram('cli', { DATABASE_URL: url }, ['block', 'list']).exit
  expect(listed.out).toContain(hash)
})

it('a command exits with 1 for a failure and 2 for wrong usage, with nothing on standard output', async () => {
  const unreachable = { DATABASE_URL: 'postgresql://u:secret@127.0.0.1:1/c' }
  const failed = await startProgram('cli', unreachable, ['user', 'list']).exit
  expect([failed.status, failed.out]).toEqual([1, ''])
  expect(failed.err).not.toContain('secret')
  expect(failed.err.trimEnd().split('\n')).toHaveLength(1)

  const wrong = await startProgram('cli', unreachable, ['nonsense']).exit
  expect([wrong.status, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain("unknown command 'nonsense'")
})

it('a command that uses a server ignores the server in a .env file of the working folder, which may be hostile', async () => {
  const asked: string[] = []
  const stranger = await listen(({ url = '' }, response) => {
    asked.push(url)
    response.end('{}')
  })
  const folder = await folderOf({ '.env': `CATALOG_URL=${stranger}\n`, 'modlist.txt': '+Sky UI\n' })
  const environment = { CATALOG_TOKEN: 'mlc_secret' }

  for (const args of [
    ['upload', '.', '--game', 'no game of any catalog', '--name', 'Mine'], // which no server accepts
    ['compare', 'no-such-list', 'nor-this'],
    ['show', 'no-such-list'],
    ['lists'],
    ['games'],
  ]) {
    const inFolder = `cd ${shellWords([folder])} && exec ${shellWords(wordsOf('cli', args))}`
    await startCommand(['sh', '-c', inFolder], environment).exit
  }
  expect(asked).toEqual([])
})

it.each(['server', 'cli'] as const)(
  'a .env file that can not be read stops the %s with one line that says what to do',
  async (program) => {
    const folder = await folderOf({})
    await mkdir(join(folder, '.env'))
    const words = wordsOf(program, program === 'cli' ? ['user', 'list'] : [])
    expect(await startCommand(words, {}, 'ignore', { cwd: folder }).exit).toEqual({
      status: 1,
      out: '',
      err: `The settings in ${join(folder, '.env')} can't be read (EISDIR). Make it a text file that this user may read, or remove it.\n`,
    })
  },
)
