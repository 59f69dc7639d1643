import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'

const INVISIBLE = ['\u200b', '\u2060\u200d', '\u3164', '\u2800', '\u00ad', '\u115f\u1160']
const REDIRECTED = ['My \u202eList', '\u2066My List', 'My List\u2069', 'My\u202a List', 'My\u2067\u202dList']

describe('POST /v1/lists', () => {
  it.for(['name', 'version'])(
    'refuses a %s without visible characters with 422, and stores nothing',
    async (field, { api, db }) => {
      for (const text of INVISIBLE) {
        const { body } = await fillList(api.post('/v1/lists'), { [field]: text }).expect(422)
        const message = `The ${field} field must have characters that can be seen.`
        expect(body).toEqual({ message, errors: { [field]: [message] } })
      }
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )

  it.for(['name', 'version', 'description', 'website'])(
    'refuses a %s with marks that change the writing direction with 422, and stores nothing',
    async (field, { api, db }) => {
      for (const text of REDIRECTED) {
        const { body } = await fillList(api.post('/v1/lists'), { [field]: text }).expect(422)
        expect(Object.keys(body.errors)).toEqual([field])
        expect(body.errors[field][0]).toContain('marks that change the direction of writing')
      }
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )

  it('refuses marks that change the writing direction in any line of a description', async ({ api, db }) => {
    const { body } = await fillList(api.post('/v1/lists'), { description: 'One\nTwo \u202e\n\tThree' }).expect(422)
    expect(Object.keys(body.errors)).toEqual(['description'])
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('refuses a file name without visible characters', async ({ api, db }) => {
    for (const name of INVISIBLE) {
      const { body } = await fillList(api.post('/v1/lists'), {}, { [name]: 'x' }).expect(422)
      expect(Object.keys(body.errors)).toEqual(['files'])
    }
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('accepts joiners within words, harmless direction marks, emoji and right-to-left letters', async ({ api }) => {
    for (const name of ['نرم\u200cافزار', 'שלום\u200f!', '👩\u200d💻', 'ab\u00adcd', 'رشة Skyrim', 'a\u3164b']) {
      const { body } = await fillList(api.post('/v1/lists'), { name, version: name, description: name }).expect(201)
      expect(body.data).toMatchObject({ name, version: name, description: name })
    }
  })
})
