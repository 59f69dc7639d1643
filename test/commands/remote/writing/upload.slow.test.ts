import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { freePort } from '../../../support/processes/free-port.ts'
import { startProgram } from '../../../support/processes/programs.ts'
import { listen } from '../../../support/requests/listen.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, folderOf, hasTerminal, runOnTerminal, uploadOf } from '../terminal.ts'

const PROFILE = { 'modlist.txt': '+Sky UI\r\n', 'Plugins.TXT': '*a.esp\r\n', 'skyrim.INI': '[General]\r\n' }

describe('upload', () => {
  it('uploads the text files of a profile byte for byte, and prints only the address', async ({ catalog, api }) => {
    const folder = await folderOf(PROFILE)
    const args = ['upload', folder, '--game', 'tesv skyrim se', '--name', 'My profile', '--description', 'As is']
    const { status, out, err } = await startProgram('cli', clientOf(await serve(catalog)), args).exit

    expect([status, out]).toEqual([0, 'https://www.example.com/lists/my-profile\n'])
    expect(err).toMatch(/^3 files/)
    const { body } = await api.get('/v1/lists/my-profile').expect(200)
    expect(body.data).toMatchObject({ description: 'As is', private: false, author: null, game: { id: 4 } })
    expect(body.data.files).toMatchObject([
      { clean_name: 'Plugins.TXT', bytes: 8, content: ['*a.esp'] },
      { clean_name: 'modlist.txt', bytes: 9, content: ['+Sky UI'] },
      { clean_name: 'skyrim.INI', bytes: 11, content: ['[General]'] },
    ])
  })

  it("prints the address of the list's page, which other commands accept, or of the API without a website", async ({
    catalog,
  }) => {
    const base = 'https://api.example.com'
    const urls = { ...catalog.urls, api: base, website: base }
    const share = async (port: number) => {
      const args = [...uploadOf(await folderOf(PROFILE)), '--expires', 'perm']
      return (await runIn(clientOf(port), ...args)).printed
    }
    expect(await share(await serve({ ...catalog, urls }, { website: false }))).toBe(`${base}/v1/lists/mine`)
    const port = await serve({ ...catalog, urls })
    expect(await share(port)).toBe(`${base}/lists/mine-2`)

    const { CATALOG_URL, ...elsewhere } = clientOf(port)
    const { printed } = await runIn(elsewhere, 'show', `${CATALOG_URL}/lists/mine-2`)
    expect(printed).toContain('Address      https://api.example.com/v1/lists/mine-2')
  })

  it('sends every field that has an option', async ({ catalog, db }) => {
    const args = ['--private', '--expires', '1w', '--version', '1.10.0', '--website', 'example.com']
    const links = ['--discord', 'https://discord.example.com/x', '--readme', 'https://example.com/readme']
    const folder = await folderOf(PROFILE)
    const environment = clientOf(await serve(catalog))
    await runIn(environment, ...uploadOf(folder), ...args, ...links, '--note', 'Added a patch')

    expect(await db.list.findMany()).toMatchObject([
      {
        name: 'Mine',
        private: true,
        version: '1.10.0',
        website: 'example.com',
        discord: 'https://discord.example.com/x',
        readme: 'https://example.com/readme',
        note: 'Added a patch',
        expiresAt: new Date(catalog.clock().getTime() + 7 * 24 * 3_600_000),
      },
    ])
  })

  it.for(['argument', 'environment'])(
    'creates a list of the user whose token is in the %s',
    async (way, { catalog, api, signIn }) => {
      const token = await signIn('Ada')
      const environment = { ...clientOf(await serve(catalog)), ...(way === 'environment' && { CATALOG_TOKEN: token }) }
      const args = uploadOf(await folderOf(PROFILE))
      const { status } = await runIn(environment, ...args, ...(way === 'argument' ? ['--token', token] : []))

      expect(status).toBe(0)
      const { body } = await api.get('/v1/lists/mine').expect(200)
      expect(body.data).toMatchObject({ author: { name: 'Ada' }, expires: null })
    },
  )

  it('says which files it uploads, and why it skips the others', async ({ catalog, api }) => {
    const folder = await folderOf({
      ...PROFILE,
      'loadorder.txt': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0]),
      'MODLIST.TXT': 'a twin',
      'huge.ini': Buffer.alloc(2 ** 20 + 1, 'x'),
      'modlist.txt.2026_11_20': 'a backup',
      'desktop.ini': 'of Windows',
      'saves/1.ess': 'x',
    })
    const { status, complained } = await runIn(clientOf(await serve(catalog)), ...uploadOf(folder))

    expect(status).toBe(0)
    const [files = ''] = complained.split('\nOwner key: ')
    expect(files.split('\n').map((line) => line.split(/ {2,}/))).toEqual(
      [
        ['3 files', '25 B'],
        ['MODLIST.TXT', '6 B'],
        ['Plugins.TXT', '8 B'],
        ['skyrim.INI', '11 B'],
        ['loadorder.txt', 'skipped: not a text file'],
        ['modlist.txt', 'skipped: another file has the same name'],
        ['huge.ini', 'skipped: 1,048,577 bytes, the limit is 1,048,576 bytes'],
        ['desktop.ini', "skipped: not one of a profile's text files"],
        ['modlist.txt.2026_11_20', "skipped: not one of a profile's text files"],
        ['saves', 'skipped: a folder; files in it are not uploaded'],
      ].map((row) => expect.arrayContaining(row)),
    )
    const { body } = await api.get('/v1/lists/mine').expect(200)
    expect(body.data.files).toHaveLength(3)
  })

  it('uploads at most as many files and bytes as a request may have, the load order first', async ({
    catalog,
    api,
  }) => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`a${at}.ini`, 'x']))
    const large = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`b${at}.ini`, Buffer.alloc(2 ** 20, 'x')]))
    const environment = clientOf(await serve(catalog))
    const upload = async (name: string, files: Record<string, string | Buffer>) =>
      runIn(environment, ...uploadOf(await folderOf(files), name))

    expect((await upload('Many', { ...many, 'modlist.txt': '+a' })).complained).toContain(
      'skipped: a list can have at most 32 files',
    )
    expect((await upload('Large', { ...large, 'modlist.txt': '+a' })).complained).toContain(
      'skipped: all files together would be 8.4 MB, the limit is 8.3 MB',
    )
    for (const [slug, count] of [
      ['many', 32],
      ['large', 8],
    ] as const) {
      const { body } = await api.get(`/v1/lists/${slug}`).expect(200)
      expect(body.data.files[0].clean_name).toBe('modlist.txt')
      expect(body.data.files).toHaveLength(count)
    }
  })

  it.skipIf(!hasTerminal)('shows a progress bar up to 100% on a terminal', async ({ catalog }) => {
    const folder = await folderOf({ 'modlist.txt': Buffer.alloc(2 ** 20, '+a mod\n') })
    const args = uploadOf(folder)
    const { status, out } = await runOnTerminal('cli', clientOf(await serve(catalog)), args).exit

    expect(status).toBe(0)
    expect(out).toMatch(/Uploading \[-+\] 0% of 1 MB/)
    expect(out).toMatch(/Uploading \[=+\] 100% of 1 MB/)
    expect(out).toContain('https://www.example.com/lists/mine')
  })
})

describe('an upload that is refused', () => {
  const refused = async (environment: Record<string, string>, folder: string, ...args: string[]) => {
    const { status, printed, complained } = await runIn(environment, 'upload', folder, '--name', 'Mine', ...args)
    expect([status, printed]).toEqual([1, ''])
    return complained.split('\n').at(-1)
  }

  it.for<[game: string, message: string]>([
    ['skyrim', 'There is no game "skyrim". Did you mean TESV Skyrim LE, TESV Skyrim SE, or TESV Skyrim VR?'],
    ['New Vegas', 'There is no game "New Vegas". Did you mean Fallout New Vegas?'],
    ['Kerbal Space Programm', 'There is no game "Kerbal Space Programm". Did you mean Kerbal Space Program?'],
    ['99', 'There is no game "99".'],
  ])('suggests the nearest names for the game %s', async ([game, message], { catalog, db }) => {
    const complained = await refused(clientOf(await serve(catalog)), await folderOf(PROFILE), '--game', game)
    expect(complained).toBe(`${message} "mod-list-catalog games" shows all.`)
    expect(await db.list.count()).toBe(0)
  })

  it("prints the server's message", async ({ catalog }) => {
    const environment = clientOf(await serve(catalog))
    const folder = await folderOf(PROFILE)
    const long = ['--version', 'x'.repeat(33)]
    expect(await refused(environment, folder, '--game', '4', ...long)).toBe(
      'The version field must not be greater than 32 characters.',
    )
    expect(await refused({ ...environment, CATALOG_TOKEN: 'wrong' }, folder, '--game', '4')).toMatch(/token/)
    expect(await refused({ ...environment, CATALOG_TOKEN: 'wrong' }, folder, '--game', '4')).not.toMatch(/wrong/)
  })

  it('prints the reason if the folder does not exist or has no files of a profile', async ({ catalog, db }) => {
    const environment = clientOf(await serve(catalog))
    const folder = await folderOf({ 'notes.docx': 'x', 'modlist.txt': 'x' })
    expect(await refused(environment, `${folder}/nowhere`, '--game', '4')).toBe(`${folder}/nowhere does not exist.`)
    const empty = await folderOf({ 'notes.docx': 'x' })
    expect(await refused(environment, empty, '--game', '4')).toMatch(/has no file to upload: modlist\.txt, /)
    expect(await db.list.count()).toBe(0)
  })

  it('says in one line that no server answers, or that it is not a catalog', async ({ catalog: _ }) => {
    const folder = await folderOf(PROFILE)
    const nobody = `http://127.0.0.1:${await freePort()}`
    const { status, out, err } = await startProgram('cli', { CATALOG_URL: nobody }, ['games']).exit
    expect([status, out]).toEqual([1, ''])
    expect(err).toBe(
      `No response from ${nobody} (ECONNREFUSED). Check the address, --url or CATALOG_URL, and that a server runs there.\n`,
    )
    expect(await refused({}, folder, '--game', '4', '--url', 'http://no.such.host.invalid')).toMatch(
      /^No response from /,
    )

    const other = await listen((_, answer) => answer.end('<p>A page'))
    expect(await refused({}, folder, '--game', '4', '--url', `${other}/`)).toBe(
      `The server at ${other} does not respond like a mod list catalog (status 200).`,
    )
    expect(await refused({ CATALOG_URL: 'mods.example.com' }, folder, '--game', '4')).toMatch(/^CATALOG_URL must be/)
  })

  it('does not follow a redirect with a token, and says what to do', async () => {
    const games = { data: [{ id: 4, name: 'TESV Skyrim SE', lists_count: 0 }] }
    const moved = await listen(({ method }, answer) => {
      if (method === 'POST') answer.writeHead(308, { location: 'https://else.example.com/' })
      answer.end(JSON.stringify(games))
    })
    const environment = { CATALOG_URL: moved, CATALOG_TOKEN: 'mlc_secret' }
    expect(await refused(environment, await folderOf(PROFILE), '--game', '4')).toBe(
      `The server at ${moved} redirects to https://else.example.com/. Set the new address with --url or CATALOG_URL.`,
    )
  })

  it.for([
    ['upload'],
    ['upload', '.', '--name', 'Mine'],
    ['upload', '.', '--game', '4'],
    ['upload', '.', '--game', '4', '--name', 'Mine', '--expires', '2d'],
    ['games', '--url', 'mods.example.com'],
    ['show'],
    ['compare', 'a'],
  ])('is wrong usage with status 2: %j', async (args) => {
    expect(await runIn({}, ...args)).toMatchObject({ status: 2, printed: '' })
  })
})
