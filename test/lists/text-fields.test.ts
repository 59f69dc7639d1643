import { readFileSync } from 'node:fs'
import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { LIST_FIELDS } from '../../src/lists/queries.ts'
import { TEXT_FIELDS, type TextFieldName } from '../../src/lists/text-fields.ts'
import { clientOf, folderOf } from '../commands/remote/terminal.ts'
import { runIn } from '../support/commands/run.ts'
import { it } from '../support/history.ts'
import { fillList } from '../support/requests/forms.ts'
import { FIELD_PARTS, LIST_FIELD_NAMES } from '../support/requests/parts.ts'
import { serve } from '../support/requests/wire.ts'
import { BROWSER, textOf } from '../support/website/pages.ts'

type Api = ReturnType<typeof supertest>

const TEXTS = Object.keys(TEXT_FIELDS) as TextFieldName[]

/** Returns a different text for each text field. */
const texts = (word: string) =>
  Object.fromEntries(
    TEXTS.map((name) => [
      name,
      TEXT_FIELDS[name].kind === 'link' ? `https://${word}.example/${name}` : `${word} ${name}`,
    ]),
  )

/** A value other than the default for each field of a form. */
const FULL = { ...texts('first'), game: '8', private: '1', expires: '1w' }

/** Returns the fields of a form on a page, as a browser without scripts would send them. */
function formValues(html: string): Record<string, string> {
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  const inputs = [...html.matchAll(/<input [^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const [name, type] = [attribute(tag, 'name'), attribute(tag, 'type')]
    if (name === undefined || type === 'file') return []
    if (type === 'checkbox') return /\bchecked\b/.test(tag) ? [[name, attribute(tag, 'value') ?? 'on']] : []
    return [[name, textOf(attribute(tag, 'value') ?? '')]]
  })
  const areas = [...html.matchAll(/<textarea ([^>]*)>\n?([^<]*)<\/textarea>/g)].map(
    ([, tag = '', text = '']): [string, string] => [attribute(tag, 'name') ?? '', textOf(text)],
  )
  const selects = [...html.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)].map(
    ([, tag = '', options = '']): [string, string] => [
      attribute(tag, 'name') ?? '',
      attribute(/<option [^>]*\bselected\b[^>]*>/.exec(options)?.[0] ?? '', 'value') ?? '',
    ],
  )
  return Object.fromEntries([...inputs, ...areas, ...selects])
}

const view = async (api: Api, path: string) => (await api.get(`/v1${path}`).expect(200)).body.data

describe('every field of a list', () => {
  it('is covered by these tests', () => {
    const stored = LIST_FIELD_NAMES.filter((name) => name !== 'note') // a note belongs to a revision, not to the list
    expect(Object.keys(FULL).sort()).toEqual(stored.toSorted())
  })

  it('has a column', () => {
    for (const name of TEXTS) expect(LIST_FIELDS).toContain(name)
  })

  it('is on the pages that its description names, as text or as a link', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { ...texts('first'), private: '0' }).expect(201)
    const pages = {
      list: '/lists/first-name',
      row: '/lists',
      history: '/lists/first-name/history',
    }
    for (const [page, path] of Object.entries(pages)) {
      const { text: html } = await api.get(path).set('Accept', BROWSER).expect(200)
      const [, body = ''] = html.split('<body')
      for (const [name, text] of Object.entries(texts('first'))) {
        const isShown = TEXT_FIELDS[name as TextFieldName].shownOn.some((shown) => shown === page)
        expect([
          page,
          name,
          body.includes(`>${text}<`) || body.includes(`href="${text}"`) || body.includes(`${text} (`),
        ]).toEqual([page, name, isShown])
      }
    }
  })

  it('is unchanged after the edit page is opened and saved', async ({ api }) => {
    const { headers } = await fillList(api.post('/v1/lists'), FULL).expect(201)
    const [slug] = String(headers.location).split('/').slice(-1)
    const before = await view(api, `/lists/${slug}`)
    const { text: page } = await api.get(`/lists/${slug}/edit`).set('Accept', BROWSER).expect(200)
    const shown = formValues(page)

    expect(shown).toMatchObject({ ...FULL, private: 'on' })
    const saving = api.post(`/lists/${slug}/edit`).set('Accept', BROWSER).redirects(0)
    await fillList(saving, { ...shown, owner_key: headers['owner-key'] }, {}).expect(303)
    expect(await view(api, `/lists/${slug}`)).toEqual(before)
  })

  it('is sent by the command upload, and unchanged by an update with only a folder', async ({
    api,
    catalog,
    signIn,
  }) => {
    const { game, private: _, ...rest } = FULL
    const options = Object.entries(rest).flatMap(([name, value]) => [`--${name}`, value])
    const environment = { ...clientOf(await serve(catalog)), CATALOG_TOKEN: await signIn('Ada') }
    const folder = await folderOf({ 'modlist.txt': '+Sky UI\r\n' })
    const uploaded = await runIn(environment, 'upload', folder, '--game', game, '--private', ...options)
    expect(uploaded.status).toBe(0)
    const slug = uploaded.printed.trim().split('/').at(-1) ?? ''
    const before = await view(api, `/lists/${slug}`)
    expect(before).toMatchObject({ ...texts('first'), private: true, expires: expect.any(String), game: { id: 8 } })

    expect(await runIn(environment, 'update', slug, folder)).toMatchObject({ status: 0 })
    expect(await view(api, `/lists/${slug}`)).toEqual(before)
    const { printed } = await runIn(environment, 'show', slug)
    for (const text of Object.values(texts('first'))) expect(printed).toContain(text)
  })

  it('has its old value in the view of an old revision', async ({ ada, api }) => {
    await fillList(api.post('/v1/lists').set(ada), texts('first')).expect(201)
    await fillList(api.put('/v1/lists/first-name').set(ada), texts('second')).expect(200)

    expect(await view(api, '/lists/first-name')).toMatchObject(texts('second'))
    expect(await view(api, '/lists/first-name/revisions/1')).toMatchObject(texts('first'))
  })

  it.for(TEXTS)('makes a revision if only this field changes: %s', async (name, { ada, api, db }) => {
    const [first, second] = [texts('first'), texts('second')]
    await fillList(api.post('/v1/lists').set(ada), first).expect(201)
    const changed = { ...first, [name]: second[name] }
    await fillList(api.put('/v1/lists/first-name').set(ada), changed).expect(200)

    expect(await db.list.findFirst()).toMatchObject({ revisionNumber: 2, ...changed })
    expect(await db.listRevision.findMany()).toMatchObject([{ number: 1, ...first }])
  })

  it('has a row in the table of docs/api.md', () => {
    const [, table = ''] = /## Creating and replacing a list(.*?)\n## /s.exec(readFileSync('docs/api.md', 'utf8')) ?? []
    const rows = table.split('\n').filter((line) => line.startsWith('|'))
    for (const name of [...LIST_FIELD_NAMES, 'files[]']) {
      expect([name, rows.some((row) => row.split('|')[1]?.includes(`\`${name}\``))]).toEqual([name, true])
    }
  })
})

describe('a field of a list that an update omits', () => {
  it('is reset to its default, if it is optional', async ({ ada, api }) => {
    await fillList(api.post('/v1/lists').set(ada), { ...FULL, private: '0' }).expect(201)
    const required = Object.fromEntries(
      FIELD_PARTS.map(([part, text]) => [/"(.+)"/.exec(part)?.[1] ?? '', String(text)]),
    )
    await fillList(api.put('/v1/lists/first-name').set(ada), required).expect(200)

    const nothing = Object.fromEntries(TEXTS.map((name) => [name, null]))
    expect(await view(api, '/lists/first-name')).toMatchObject({
      ...nothing,
      name: 'My List',
      private: false,
      expires: null,
    })
  })
})
