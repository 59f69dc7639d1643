import { describe, expect } from 'vitest'
import { fillList } from '../support/forms.ts'
import { it } from '../support/it.ts'

describe('POST /v1/lists', () => {
  it('gives the second list of a name the suffix -2', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'My List' }).expect(201)
    const { body } = await fillList(api.post('/v1/lists'), { name: 'My List' }).expect(201)

    expect(body.data).toMatchObject({ slug: 'my-list-2', url: '/v1/lists/my-list-2' })
  })

  it('names the missing field and stores nothing', async ({ api, db }) => {
    const { body } = await fillList(api.post('/v1/lists'), { game: undefined }).expect(422)

    const message = 'The game field is required.'
    expect(body).toEqual({ message, errors: { game: [message] } })
    expect(await db.list.count()).toBe(0)
  })

  it('gives 50 lists of one name that are created at once 50 slugs', async ({ api }) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fillList(api.post('/v1/lists'))))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const slugs = ['my-list', ...Array.from({ length: 49 }, (_, index) => `my-list-${index + 2}`)]
    expect(answers.map(({ body }) => body.data.slug).sort()).toEqual(slugs.sort())
  })
})
