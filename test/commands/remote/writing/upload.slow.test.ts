import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { freePort } from '../../../support/processes/free-port.ts'
import { startProgram } from '../../../support/processes/programs.ts'
import { listen } from '../../../support/requests/listen.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, folderOf, uploadOf } from '../terminal.ts'

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
})

describe('an upload that is refused', () => {
  const refused = async (environment: Record<string, string>, folder: string, ...args: string[]) => {
    const { status, printed, complained } = await runIn(environment, 'upload', folder, '--name', 'Mine', ...args)
    expect([status, printed]).toEqual([1, ''])
    return complained.split('\n').at(-1)
  }

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
})
