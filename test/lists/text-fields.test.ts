import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { TEXT_FIELDS, type TextFieldName } from '../../src/lists/text-fields.ts'
import { it } from '../support/history.ts'
import { fillList } from '../support/requests/forms.ts'
import { FIELD_PARTS } from '../support/requests/parts.ts'
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
