import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { bearer } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'

const ALL_FIELDS = {
  name: 'Wild Lands',
  game: '27',
  description: 'Survival',
  version: '1.10.0',
  website: 'https://example.com/wild',
  discord: 'discord.gg/wild',
  readme: 'example.com/readme.md',
  private: '1',
  expires: '3d',
}

describe('POST /v1/lists', () => {
  it('returns every documented field of the new list in order, without files', async ({ api, signIn }) => {
    const token = await signIn('Ada', { verified: true })
    const request = api.post('/v1/lists').set(bearer(token))
    const { text, body, headers } = await fillList(request, ALL_FIELDS).expect(201)
    const { slug } = body.data

    expect(slug).toMatch(/^wild-lands-[a-z\d]{8}$/)

    expect(text).toBe(
      JSON.stringify({
        data: {
          name: 'Wild Lands',
          version: '1.10.0',
          slug,
          url: `/v1/lists/${slug}`,
          description: 'Survival',
          website: 'https://example.com/wild',
          discord: 'discord.gg/wild',
          readme: 'example.com/readme.md',
          private: true,
          expires: '2026-11-23T08:30:00.123000Z',
          created: '2026-11-20T08:30:00.123000Z',
          updated: '2026-11-20T08:30:00.123000Z',
          author: { name: 'Ada', verified: true },
          game: { name: 'Zeus and Poseidon' },
          links: {
            url: `https://www.example.com/lists/${slug}`,
            self: `https://api.example.com/v1/lists/${slug}`,
          },
        },
      }),
    )
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      location: `https://api.example.com/v1/lists/${slug}`,
    })
  })

  it('creates an anonymous public list that expires in a day without a token, with null for omitted fields', async ({
    api,
  }) => {
    const { body } = await fillList(api.post('/v1/lists')).expect(201)

    expect(body.data).toMatchObject({
      version: null,
      website: null,
      discord: null,
      readme: null,
      private: false,
      expires: '2026-11-21T08:30:00.123000Z',
      author: null,
    })
  })

  it('accepts the field names of older clients', async ({ api }) => {
    const older = { game: undefined, game_id: '8', is_private: 'True', expires_at: '3h' }
    const { body } = await fillList(api.post('/v1/lists'), older).expect(201)

    expect(body.data).toMatchObject({
      game: { name: 'Fallout 4' },
      private: true,
      expires: '2026-11-20T11:30:00.123000Z',
    })
  })
})
