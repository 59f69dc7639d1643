import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
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

  it('removes the permissions of others from an existing folder of keys', async ({ client, home }) => {
    await mkdir(folderIn(home), { recursive: true, mode: 0o755 })
    expect(await mode(folderIn(home))).toBe(0o755)
    await share(client)
    expect(await mode(folderIn(home))).toBe(0o700)
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
})
