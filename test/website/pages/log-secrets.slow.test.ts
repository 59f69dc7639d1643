import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { it } from '../../support/indexing.ts'
import { CRASH_LOGGER, SMAPI } from '../../support/profiles/logs.ts'
import { asBytes, fillList } from '../../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

/** A secret of each kind, in a line as logs have it, and what of it nobody must see. */
const SECRETS: readonly [line: string, secret: string][] = [
  ['Computer Name: ANNS-PC', 'ANNS-PC'],
  ['COMPUTERNAME=ANNS-BOX', 'ANNS-BOX'],
  ['UserDomain: ANNS-DOMAIN', 'ANNS-DOMAIN'],
  ['User Name: annlee', 'annlee'],
  ['C:\\Users\\ann lee\\a.dll', 'ann lee'],
  ['/home/annhome/a.so', 'annhome'],
  ['connected to 203.0.113.7', '203.0.113.7'],
  ['at 198.51.100.9:27015', '198.51.100.9'],
  ['from 2001:db8:0:1::7', '2001:db8:0:1::7'],
  ['Bearer abcdef1234567890', 'abcdef1234567890'],
  ['mlc_abcdef0123456789', 'mlc_abcdef'],
  ['mlk_abcdef0123456789', 'mlk_abcdef'],
  ['ghp_abcdefABCDEF0123456789', 'ghp_abcdef'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_D', 'eyJhbGci'],
  ['token=tok123456', 'tok123456'],
  ['api_key=key123456', 'key123456'],
]

/** Returns a log that has a text wherever a log has one. */
const crashWith = (line: string) =>
  CRASH_LOGGER.replace('EXCEPTION_ACCESS_VIOLATION', `EXCEPTION ${line}`)
    .replace('Nov 18 2023', line)
    .replace('SYSTEM SPECS:', `SYSTEM SPECS:\n\t${line}`)
    .replace('File: "Lux.esp"', `File: "Lux.esp"\n\t\tFile: "${line} x.esp"\n\t\tName: "${line}"`)
    .replace('skee64.dll+001DAE5\tmov', `${line} x.dll+001DAE5\tmov`)
    .replace('\tskee64.dll\n', `\tskee64.dll ${line}\n\t${line} x.dll v1\n`)
    .concat(`\t[FE:013] ${line} x.esl\n${line}\n`)

const smapiWith = (line: string) =>
  SMAPI.replace('Windows 10 Home', `Windows ${line}`)
    .replace('Bad Mod 1.0', `${line} 1.0`)
    .replaceAll('] This went', `] ${line} went`)
    .replace("it's no longer compatible", `of ${line}`)
    .replace('Content Patcher 2.5.0', `${line} 2.5.0`)

const TABS = ['', '?tab=mods', '?tab=plugins', '?tab=settings', '?tab=files', '/history', '/edit', '/report', '/follow']
const COMPARED = ['', '?tab=mods', '?tab=plugins', '?tab=dlls', '?tab=order', '?tab=files', '/culprit']
const PAIRS = ['one/two', 'three/four', 'one/three', 'works/one', 'works/three']
const TAKE = { take: { plugins: { added: true, moved: true } } }

/** Pages and answers that are made from logs. Files as they were sent, and their diffs, are not among them. */
const READ = [
  ...['one', 'three'].flatMap((slug) => [
    ...TABS.map((rest) => `/lists/${slug}${rest}`),
    ...['', '.txt', '.md', '.csv'].map((end) => `/v1/lists/${slug}/load-order${end}`),
    ...['', '.md', '.atom'].map((end) => `/v1/lists/${slug}/changelog${end}`),
    ...[`/lists/${slug}@1`, `/v1/lists/${slug}/similar`, `/v1/lists/${slug}/revisions`],
    `/v1/lists/${slug}/revisions/1/load-order.txt`,
  ]),
  ...PAIRS.flatMap((pair) => [
    ...COMPARED.map((rest) => `/compare/${pair}${rest}`),
    ...['', '.md', '.md?short=1'].map((end) => `/v1/compare/${pair}/changes${end}`),
  ]),
  ...['/compare/works/one/take-over?take=p*', '/compare/works/one?take=p*'],
  ...['/', '/lists', '/lists?search=x', '/games', '/games/4', '/compare?list1=one'],
  ...['/v1/lists', '/v1/lists?include=counts', '/v1/lists.atom', '/v1/search?q=esp', '/v1/stats'],
  ...['/v1/games/4/mods', '/v1/games/4/mods?filter[kind]=plugin&page[size]=100'],
]

/** Returns all rows of the database, without the bytes of files. */
async function rowsBesidesFiles(db: Database): Promise<string> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`
  const rows = await Promise.all(
    tables.map(({ name }) => db.$queryRawUnsafe(`SELECT (to_jsonb(t) - 'content')::text AS row FROM ${name} t`)),
  )
  return JSON.stringify(rows)
}

async function makeAll(api: Api, line: string): Promise<void> {
  const files: Record<string, Record<string, string>> = {
    One: { 'a.log': crashWith(line) },
    Two: { 'a.log': `${crashWith(line)}more\n` },
    Three: { 'a.log': smapiWith(line) },
    Four: { 'a.log': `${smapiWith(line)}more\n` },
    Works: { 'plugins.txt': '*Lux.esp\n*Mine.esp\n' },
  }
  for (const [name, contents] of Object.entries(files)) {
    const { headers } = await fillList(api.post('/v1/lists'), { name }, contents).expect(201)
    if (name !== 'One' && name !== 'Three') continue
    const update = api.put(`/v1/lists/${name.toLowerCase()}`).set('Authorization', `Bearer ${headers['owner-key']}`)
    await fillList(update, { name, version: '2' }, { 'a.log': `${contents['a.log']}later\n` }).expect(200)
  }
}

describe('a secret of a log', () => {
  it.for(SECRETS)(
    'is on no page, in nothing that is read from the log, and stored only in the file: %s',
    async ([line, secret], { api, db, indexMods }) => {
      await makeAll(api, line)
      await indexMods()
      for (const path of READ) {
        const accept = path.startsWith('/v1') ? '*/*' : 'text/html'
        const { status, text } = await api.get(encodeURI(path)).set('Accept', accept).buffer(true)
        expect.soft([path, status]).toEqual([path, 200])
        expect.soft(text, path).not.toContain(secret)
      }
      for (const text of [crashWith(line), smapiWith(line)]) {
        const request = api.post('/v1/analyse').field('game', '4')
        expect
          .soft((await request.attach('files[]', Buffer.from(text), 'a.log').expect(200)).text)
          .not.toContain(secret)
      }
      const merged = await api.post('/v1/compare/works/one/merge').send(TAKE).expect(200)
      expect.soft(merged.text).toContain('Small.esl')
      expect.soft(merged.text).not.toContain(secret)
      const zip = await asBytes(api.post('/v1/compare/works/one/merge.zip').send(TAKE)).expect(200)
      expect.soft(zip.body.includes(secret)).toBe(false)
      const rows = await rowsBesidesFiles(db)
      expect.soft(rows).toContain('small.esl')
      expect.soft(rows).not.toContain(secret)
      expect.soft(rows).not.toContain(Buffer.from(secret).toString('hex'))

      const { text: raw } = await api.get('/v1/lists/one/files/a.log/raw').buffer(true).expect(200)
      expect(raw).toBe(`${crashWith(line)}later\n`)
    },
  )
})
