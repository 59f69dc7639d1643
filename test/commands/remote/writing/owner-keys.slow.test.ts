import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { configurationFolder } from '../../../../src/commands/remote/private-files.ts'
import { ownerKeys } from '../../../../src/commands/remote/secret-files.ts'
import { runIn } from '../../../support/commands/run.ts'
import { storedRows } from '../../../support/database/stored.ts'
import { it as base } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { listen } from '../../../support/requests/listen.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, folderOf, uploadOf } from '../terminal.ts'

const PROFILE = { 'modlist.txt': '+Sky UI\r\n' }
const KEY = /mlk_[\w-]{43}/

interface Fixtures {
  /** Path of a configuration folder for this test only. */
  home: string
  /** Environment of a client with a server and the configuration folder for this test only. */
  client: Record<string, string>
}

const it = base.extend<{ $test: Fixtures }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
  home: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-home-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
  client: async ({ catalog, home }, use) => use({ ...clientOf(await serve(catalog)), XDG_CONFIG_HOME: home }),
})

const mode = async (path: string) => (await stat(path)).mode & 0o777

/** Uploads a profile anonymously and returns its owner key. */
async function share(client: Record<string, string>, name = 'Mine', ...more: string[]): Promise<string> {
  const args = [...uploadOf(await folderOf(PROFILE), name), ...more]
  const { status, complained } = await runIn(client, ...args)
  const [key = ''] = KEY.exec(complained) ?? []
  expect([status, key]).toEqual([0, expect.stringMatching(KEY)])
  return key
}

const folderIn = (home: string) => join(home, 'mod-list-catalog', 'owner-keys')

describe('upload', () => {
  it('prints the owner key of an anonymous list once to standard error, and stores it for its user only', async ({
    client,
    home,
    db,
  }) => {
    const args = uploadOf(await folderOf(PROFILE))
    const { status, printed, complained: err } = await runIn(client, ...args)

    expect([status, printed]).toEqual([0, 'https://www.example.com/lists/mine'])
    expect(err.match(new RegExp(KEY, 'g'))).toHaveLength(1)
    const [name = '', ...others] = await readdir(folderIn(home))
    expect(others).toEqual([])
    const text = await readFile(join(folderIn(home), name), 'utf8')
    expect(JSON.parse(text)).toEqual({ server: `${client.CATALOG_URL}/`, slug: 'mine', key: KEY.exec(err)?.[0] })
    expect(await mode(join(folderIn(home), name))).toBe(0o600)
    expect(await mode(folderIn(home))).toBe(0o700)
    expect(await mode(join(home, 'mod-list-catalog'))).toBe(0o700)
    expect(await db.ownerKey.count()).toBe(1)
  })

  it('stores no key for a list with an author', async ({ client, home, signIn }) => {
    const environment = { ...client, CATALOG_TOKEN: await signIn('Ada') }
    const args = uploadOf(await folderOf(PROFILE))
    const { status, complained } = await runIn(environment, ...args)
    expect([status, KEY.test(complained)]).toEqual([0, false])
    expect(await readdir(home)).toEqual([])
  })

  it('removes the permissions of others from an existing folder of keys', async ({ client, home }) => {
    await mkdir(folderIn(home), { recursive: true, mode: 0o755 })
    expect(await mode(folderIn(home))).toBe(0o755)
    await share(client)
    expect(await mode(folderIn(home))).toBe(0o700)
  })

  it('prints the key even if it cannot be stored, and says so', async ({ client, home }) => {
    await writeFile(join(home, 'mod-list-catalog'), 'a file in the way')
    const args = uploadOf(await folderOf(PROFILE))
    const { status, printed, complained } = await runIn(client, ...args)
    expect([status, printed]).toEqual([0, 'https://www.example.com/lists/mine'])
    expect(complained).toMatch(KEY)
    expect(complained).toContain(`not kept, because ${folderIn(home)} can't be written (`)
  })

  it('stores every key when uploads run in parallel', async ({ client, home }) => {
    const names = Array.from({ length: 8 }, (_, index) => `List ${index}`)
    const keys = await Promise.all(names.map((name) => share(client, name)))
    const kept = ownerKeys({ XDG_CONFIG_HOME: home })
    for (const [index, key] of keys.entries()) {
      expect(await kept.find({ server: client.CATALOG_URL ?? '', slug: `list-${index}` })).toMatchObject({ key })
    }
    expect(await readdir(folderIn(home))).toHaveLength(8)
  })
})

describe('update', () => {
  it('replaces the files with the stored key, and keeps omitted fields byte for byte', async ({
    client,
    api,
    clock,
    db,
  }) => {
    const description = ' A\nlist\r\nof "mine" '
    const fields = [
      '--version',
      '1.10.0',
      '--website',
      'example.com',
      '--discord',
      'd.example',
      '--readme',
      'r.example',
    ]
    await share(client, 'Mine', ...fields, '--private', '--expires', '1w', '--description', description)
    const { slug } = await db.list.findFirstOrThrow()
    const { body: before } = await api.get(`/v1/lists/${slug}`).expect(200)
    expect(before.data.description).toBe(' A\nlist\nof "mine" ') // lines end in LF, whatever was sent
    clock.advance(3_600_000)
    const folder = await folderOf({ 'plugins.txt': '*a.esp\n' })
    const { status, printed, complained: err } = await runIn(client, 'update', slug, folder)

    expect([status, printed]).toEqual([0, `https://www.example.com/lists/${slug}`])
    expect(err).toMatch(/^1 file /)
    expect(err).not.toMatch(KEY)
    const { body: after } = await api.get(`/v1/lists/${slug}`).expect(200)
    expect(after.data).toEqual({
      ...before.data,
      updated: '2026-11-20T09:30:00.123000Z',
      expires: '2026-11-27T09:30:00.123000Z',
      files: [expect.objectContaining({ clean_name: 'plugins.txt', content: ['*a.esp'] })],
    })
  })

  it('changes each field that has an option, and can empty one', async ({ client, api, db }) => {
    await share(client, 'Mine', '--private', '--website', 'example.com')
    const { slug } = await db.list.findFirstOrThrow()
    const options = ['--name', 'Ours', '--game', 'fallout 4', '--description', 'New', '--version', '2', '--website', '']
    const more = ['--discord', 'd.example', '--readme', 'r.example', '--no-private', '--expires', 'perm']
    const { status } = await runIn(client, 'update', slug, await folderOf(PROFILE), ...options, ...more)
    expect(status).toBe(0)
    expect((await api.get(`/v1/lists/${slug}`).expect(200)).body.data).toMatchObject({
      ...{ name: 'Ours', game: { id: 8 }, description: 'New', version: '2', website: null, discord: 'd.example' },
      ...{ readme: 'r.example', private: false, expires: null, author: null },
    })
  })

  it.for([
    ['perm', null],
    ['3h', '2026-11-20T12:30:00.123000Z'],
    ['3d', '2026-11-23T09:30:00.123000Z'],
  ] as const)('extends the life of a list of %s', async ([expires, expected], { client, api, clock }) => {
    await share(client, 'Mine', '--expires', expires)
    clock.advance(3_600_000)
    expect((await runIn(client, 'update', 'mine', await folderOf(PROFILE))).status).toBe(0)
    expect((await api.get('/v1/lists/mine').expect(200)).body.data.expires).toBe(expected)
  })

  it.for(['option', 'environment'])(
    'takes the owner key from the %s if none is stored',
    async (way, { client, api, home }) => {
      const key = await share(client)
      const elsewhere = { ...client, XDG_CONFIG_HOME: join(home, 'another'), CATALOG_TOKEN: 'mlc_of_other_lists' }
      const environment = way === 'environment' ? { ...elsewhere, CATALOG_OWNER_KEY: key } : elsewhere
      const args = [
        'update',
        'mine',
        await folderOf({ 'plugins.txt': 'x' }),
        ...(way === 'option' ? ['--owner-key', key] : []),
      ]
      expect((await runIn(environment, ...args)).status).toBe(0)
      const { body } = await api.get('/v1/lists/mine').expect(200)
      expect(body.data.files).toMatchObject([{ clean_name: 'plugins.txt' }])
    },
  )

  it("changes a user's list with the user's token, by address", async ({ client, api, signIn }) => {
    const token = await signIn('Ada')
    const environment = { ...client, CATALOG_TOKEN: token, CATALOG_OWNER_KEY: 'mlk_of_another_list' }
    await runIn({ ...client, CATALOG_TOKEN: token }, ...uploadOf(await folderOf(PROFILE)))
    const address = `${client.CATALOG_URL}/v1/lists/mine`
    expect((await runIn(environment, 'update', address, await folderOf(PROFILE), '--version', '2')).status).toBe(0)
    expect((await api.get('/v1/lists/mine').expect(200)).body.data).toMatchObject({
      version: '2',
      author: { name: 'Ada' },
    })
  })

  it("never overwrites somebody else's simultaneous change", async ({ client, db }) => {
    await share(client)
    // A proxy between client and server changes the list right after the client has read it.
    const { CATALOG_URL = '' } = client
    const between = await listen(async (request, answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = request.headers
      const method = request.method ?? ''
      const init = { method, headers: headers as Record<string, string> }
      const sent = await fetch(
        CATALOG_URL + request.url,
        method === 'GET' ? init : { ...init, body: Buffer.concat(chunks) },
      )
      const body = Buffer.from(await sent.arrayBuffer())
      if (request.url === '/v1/lists/mine' && method === 'GET')
        await db.list.updateMany({ data: { description: 'Of somebody else' } })
      answer.writeHead(sent.status, { etag: sent.headers.get('etag') ?? '', 'content-type': 'application/json' })
      answer.end(body)
    })
    const { key = '' } = (await ownerKeys(client).find({ server: CATALOG_URL, slug: 'mine' })) ?? {}
    const environment = { ...client, CATALOG_URL: between, CATALOG_OWNER_KEY: key }
    const { status, printed, complained } = await runIn(environment, 'update', 'mine', await folderOf(PROFILE))

    expect([status, printed]).toEqual([1, ''])
    expect(complained.split('\n').at(-1)).toBe(
      'mine was changed by someone else meanwhile; nothing was overwritten. Try again.',
    )
    expect(await db.list.findMany()).toMatchObject([{ description: 'Of somebody else' }])
  })
})

describe('delete', () => {
  it('deletes the list with the stored key, and then the key', async ({ client, db, home }) => {
    await share(client)
    await share(client, 'Other')
    expect(await runIn(client, 'delete', 'mine')).toEqual({ status: 0, printed: 'Deleted mine.', complained: '' })
    expect(await db.list.findMany()).toMatchObject([{ slug: 'other' }])
    const kept = ownerKeys({ XDG_CONFIG_HOME: home })
    expect(await kept.slugsOf(client.CATALOG_URL ?? '')).toEqual(['other'])
    expect(await readdir(folderIn(home))).toHaveLength(1)
  })
})

describe('claim', () => {
  it('gives the list to the user, prints its address, and deletes the key', async ({ client, api, home, signIn }) => {
    await share(client)
    const environment = { ...client, CATALOG_TOKEN: await signIn('Ada') }
    expect(await runIn(environment, 'claim', 'mine')).toEqual({
      status: 0,
      printed: 'https://www.example.com/lists/mine',
      complained: expect.stringMatching(
        /^mine now belongs to Ada\. It expires at \d{4}-\d\d-\d\dT\d\d:\d\dZ\. Update it with "--expires perm" to keep it\.$/,
      ),
    })
    expect((await api.get('/v1/lists/mine').expect(200)).body.data.author).toEqual({ name: 'Ada', verified: false })
    expect(await readdir(folderIn(home))).toEqual([])
    expect((await runIn(environment, 'update', 'mine', await folderOf(PROFILE))).status).toBe(0)
  })

  it('makes the list expire when --expires says', async ({ client, db, signIn }) => {
    await share(client)
    const environment = { ...client, CATALOG_TOKEN: await signIn('Ada') }
    const { complained } = await runIn(environment, 'claim', 'mine', '--expires', 'perm')
    expect(complained).toBe('mine now belongs to Ada.')
    expect(await db.list.findMany()).toMatchObject([{ expiresAt: null }])
  })

  it('accepts token and key as options', async ({ client, api, home, signIn }) => {
    const key = await share(client)
    const elsewhere = { ...client, XDG_CONFIG_HOME: join(home, 'another') }
    const args = ['--token', await signIn('Ada'), '--owner-key', key]
    expect((await runIn(elsewhere, 'claim', 'mine', ...args)).status).toBe(0)
    expect((await api.get('/v1/lists/mine').expect(200)).body.data.author).toMatchObject({ name: 'Ada' })
  })

  it('keeps the key and changes nothing if it is refused', async ({ client, db, home }) => {
    await share(client)
    const before = await storedRows(db)
    expect((await runIn({ ...client, CATALOG_TOKEN: 'wrong' }, 'claim', 'mine')).status).toBe(1)
    expect(await runIn(client, 'claim', 'mine')).toEqual({
      status: 1,
      printed: '',
      complained: 'Only a user can claim a list. Put an API token into CATALOG_TOKEN.',
    })
    expect(await readdir(folderIn(home))).toHaveLength(1)
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('a change of a list that is refused', () => {
  it('prints the reason, changes nothing, and never shows a key', async ({ api, client, db, signIn }) => {
    const key = await share(client)
    await fillList(api.post('/v1/lists'), { name: 'Unknown' }).expect(201)
    await fillList(api.post('/v1/lists').auth(await signIn('Ada'), { type: 'bearer' }), { name: 'Hers' }).expect(201)
    const before = await storedRows(db)
    const folder = await folderOf(PROFILE)
    const cases: [args: string[], environment: Record<string, string>, message: RegExp][] = [
      [
        ['update', 'unknown', folder],
        {},
        /^The owner key of unknown is not in .*owner-keys\. Put it into CATALOG_OWNER/,
      ],
      [['delete', 'unknown'], {}, /^The owner key of unknown is not in /],
      [['claim', 'unknown'], { CATALOG_TOKEN: 'mlc_x' }, /^The owner key of unknown is not in /],
      [['delete', 'unknown', '--owner-key', key], {}, /^Forbidden: this is another list's owner key\.$/],
      [['delete', 'mine', '--owner-key', 'mlk_wrong'], {}, /^Unauthenticated: /],
      [['delete', 'mine'], { CATALOG_OWNER_KEY: 'mlk_wrong' }, /^Unauthenticated: /],
      [
        ['update', 'hers', folder],
        {},
        /^hers belongs to Ada\. Put the API token of Ada into CATALOG_TOKEN, or use "login/,
      ],
      [
        ['delete', 'hers'],
        { CATALOG_TOKEN: await signIn('Bob') },
        /^Forbidden: this list belongs to another author\.$/,
      ],
      [['delete', 'min'], {}, /^List not found\. Did you mean mine\?$/],
      [['update', 'nothing', folder], {}, /^List not found\.$/],
      [['update', 'mine', `${folder}/nowhere`], {}, /nowhere does not exist\.$/],
      [['update', 'mine', folder, '--game', 'Chess'], {}, /^There is no game "Chess"\./],
      [['update', 'mine', folder, '--version', 'x'.repeat(33)], {}, /^The version field must not be greater than 32/],
    ]
    for (const [args, environment, message] of cases) {
      const { status, printed, complained } = await runIn({ ...client, ...environment }, ...args)
      expect({ args, status, printed }).toEqual({ args, status: 1, printed: '' })
      expect(complained.split('\n').at(-1)).toMatch(message)
      expect(complained).not.toContain(key.slice(4, 24))
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it.for([
    ['update', 'mine'],
    ['update', 'mine', '.', '--owner-key', 'mlk_x', '--token', 'mlc_x'],
    ['delete', 'mine', '--owner-key', 'mlk_x', '--token', 'mlc_x'],
    ['update', 'mine', '.', '--expires', '2d'],
  ])('exits with 2 for wrong usage: %j', async (args) => {
    expect(await runIn({}, ...args)).toMatchObject({ status: 2, printed: '' })
  })
})

describe('the configuration folder', () => {
  it.for<[environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, folder: string]>([
    [{ XDG_CONFIG_HOME: '/x', HOME: '/home/a', APPDATA: '/no' }, 'linux', '/x'],
    [{ XDG_CONFIG_HOME: '', HOME: '/home/a' }, 'linux', '/home/a/.config'],
    [{ XDG_CONFIG_HOME: 'relative', HOME: '/home/a' }, 'linux', '/home/a/.config'],
    [{ HOME: '/Users/a' }, 'darwin', '/Users/a/.config'],
    [{}, 'linux', `${userInfo().homedir}/.config`],
    [{ APPDATA: '/c/Roaming', XDG_CONFIG_HOME: '/x' }, 'win32', '/c/Roaming'],
    [{ HOME: '/c/a' }, 'win32', '/c/a/AppData/Roaming'],
  ])('of the environment %j on %s is %s', ([environment, platform, folder]) => {
    expect(configurationFolder(environment, platform)).toBe(folder)
  })
})

describe('the folder of owner keys', () => {
  it('has one file for each server and slug, regardless of spelling, and writes nothing outside it', async ({
    home,
  }) => {
    const kept = ownerKeys({ XDG_CONFIG_HOME: home })
    const find = async (server: string, slug: string) => (await kept.find({ server, slug }))?.key
    const slugs = ['a', '../../a', '/etc/passwd', 'a\0b', 'con', 'x'.repeat(5_000)]
    for (const server of ['http://one.example', 'http://two.example']) {
      for (const slug of slugs) await kept.keep({ server, slug, key: `mlk_${server}${slug}` })
    }
    await kept.keep({ server: 'http://one.example', slug: 'a', key: 'mlk_again' })
    expect(await find('HTTP://One.Example:80/', 'a')).toBe('mlk_again')
    expect(await find('http://two.example', '../../a')).toBe('mlk_http://two.example../../a')
    expect(await find('https://one.example', 'a')).toBeUndefined()
    expect(await readdir(home)).toEqual(['mod-list-catalog'])
    expect((await readdir(folderIn(home))).every((name) => /^[0-9a-f]{32}\.json$/.test(name))).toBe(true)
    expect(await readdir(folderIn(home))).toHaveLength(12)
  })

  it('ignores a damaged file', async ({ client, home }) => {
    await share(client)
    const [name = ''] = await readdir(folderIn(home))
    await writeFile(join(folderIn(home), name), '{"server"')
    const { status, complained } = await runIn(client, 'delete', 'mine')
    expect(status).toBe(1)
    expect(complained).toMatch(/^The owner key of mine is not in /)
  })
})
