import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { fillList } from '../../support/requests/forms.ts'
import { BROWSER, textOf } from '../../support/website/pages.ts'

type Api = ReturnType<typeof supertest>
type Files = Record<string, string>

const send = (api: Api, path: string, fields: Record<string, string>, files: Files) =>
  fillList(api.post(path).set('Accept', BROWSER).redirects(0), fields, files)

const log = (line: string) => `${CRASH_LOGGER}\n${line}\n`
const COMPUTER = "your computer's name"
const ADDRESS = 'an IP address'
const TOKEN = 'an access token'

/** Files with personal data, and what the page says of them. */
const PERSONAL: readonly [held: string, files: Files][] = [
  [`a.log holds ${COMPUTER}.`, { 'a.log': log('Computer Name: ANNS-PC') }],
  [`a.log holds ${COMPUTER}.`, { 'a.log': log('COMPUTERNAME=ANNS-PC') }],
  [`a.log holds ${COMPUTER}.`, { 'a.log': log('UserDomain: ANNS-PC') }],
  [`a.log holds ${COMPUTER}.`, { 'a.log': log('User Name: ann') }],
  [`a.log holds ${ADDRESS}.`, { 'a.log': log('connected to 203.0.113.7') }],
  [`a.log holds ${ADDRESS}.`, { 'a.log': log('at 198.51.100.9:27015') }],
  [`a.log holds ${ADDRESS}.`, { 'a.log': log('from 2001:db8:0:1::7') }],
  [`a.log holds ${TOKEN}.`, { 'a.log': log('Bearer abcdef1234567890') }],
  [`a.log holds ${TOKEN}.`, { 'a.log': log('mlc_abcdef0123456789') }],
  [`a.log holds ${TOKEN}.`, { 'a.log': log('mlk_abcdef0123456789') }],
  [`a.log holds ${TOKEN}.`, { 'a.log': log('ghp_abcdefABCDEF0123456789') }],
  [`a.log holds ${TOKEN}.`, { 'a.log': log('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_D') }],
  [`a.log holds ${TOKEN}.`, { 'a.log': log('token=abcd1234') }],
  [`a.log holds ${TOKEN}.`, { 'a.log': log('api_key=abcd1234') }],
  ["a.log holds a path with a user's name (C:\\Users\\ann lee).", { 'a.log': log('C:\\Users\\ann lee\\a.dll') }],
  ["a.log holds a path with a user's name (/home/ann).", { 'a.log': log('/home/ann/a.so') }],
  ['a.ini holds ids of your Steam account.', { 'a.ini': '[a]\nuPersistentUuidData0_Steam=12345678\n' }],
  [
    `a.log holds ${COMPUTER}. plugins.txt holds ${TOKEN} and ${ADDRESS}. Tick the box to upload them anyway.`,
    {
      'a.log': log('Computer Name: ANNS-PC'),
      'modlist.txt': '+SkyUI\n',
      'plugins.txt': log('token=abcd1234\nIP: 203.0.113.7'),
    },
  ],
]

const BOX = /<input id="with_personal" name="with_personal"[^>]* type="checkbox"[^>]*\/>/

describe('personal data in a form that no script has looked at', () => {
  it.for(PERSONAL)('is stored only if the sender allows it: %s', async ([held, files], { api, db }) => {
    const refused = await send(api, '/upload', { name: 'Mine' }, files).expect(422)
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(textOf(refused.text)).toContain(held)
    expect(refused.text).toMatch(BOX)
    expect(await storedRows(db)).toEqual(NOTHING_STORED)

    const { headers } = await fillList(api.post('/v1/lists'), { name: 'Other' }, { 'a.ini': 'x' }).expect(201)
    const before = await storedRows(db)
    const fields = { name: 'Other', owner_key: String(headers['owner-key']) }
    expect(textOf((await send(api, '/lists/other/edit', fields, files).expect(422)).text)).toContain(held)
    expect(await storedRows(db)).toEqual(before)

    await send(api, '/upload', { name: 'Mine', with_personal: 'on' }, files).expect(303)
    await send(api, '/lists/other/edit', { ...fields, with_personal: 'on' }, files).expect(303)
    const stored = await db.file.findMany()
    const texts = stored.map(({ content }) => Buffer.from(content).toString())
    expect(texts.toSorted()).toEqual(['x', ...Object.values(files)].toSorted())
  })

  it('is found in pasted text, which stays in the form, with the box as it was ticked', async ({ api, db }) => {
    const text = log('Computer Name: ANNS-PC')
    const refused = await send(api, '/upload', { text }, {}).expect(422)
    expect(textOf(refused.text)).toContain(`crash.log holds ${COMPUTER}. Tick the box to upload it anyway.`)
    expect(refused.text).toContain('Computer Name: ANNS-PC')
    expect(BOX.exec(refused.text)?.[0]).not.toContain('checked')
    const again = await send(api, '/upload', { text, name: '', with_personal: 'on' }, {}).expect(422)
    expect(BOX.exec(again.text)?.[0]).toContain('checked')
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('is no reason to ask if a script has asked, or if there is none', async ({ api, db }) => {
    await send(api, '/upload', { name: 'One', with_personal: 'asked' }, { 'a.log': log('User Name: ann') }).expect(303)
    await send(api, '/upload', { name: 'Two' }, { 'a.log': CRASH_LOGGER, 'a.ini': '[a]\nb=1\n' }).expect(303)
    expect(await db.list.count()).toBe(2)
    const { text } = await send(api, '/upload', { name: '', with_personal: 'asked' }, {}).expect(422)
    expect(text).not.toMatch(BOX)
  })
})
