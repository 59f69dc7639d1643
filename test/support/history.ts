import { it as base, type TestFixtures } from './it.ts'
import { fillList } from './requests/forms.ts'

type Fields = Record<string, string | undefined>
type Save = (fields?: Fields, files?: Record<string, string | Buffer>) => Promise<void>

interface HistoryFixtures {
  /** The headers of Ada's requests. */
  ada: Record<string, string>
  /** Creates Ada's list `my-list`, and updates it a minute later each time. */
  save: Save
}

/** `it` with a list that is saved again and again. The types are given where a fixture is a function itself. */
export const it = base.extend<{ $test: HistoryFixtures }>({
  ada: async ({ signIn }: TestFixtures, use: (headers: HistoryFixtures['ada']) => Promise<void>) =>
    use({ authorization: await signIn('Ada', { verified: true }) }),
  save: async ({ api, clock, ada, db }: TestFixtures & HistoryFixtures, use: (save: Save) => Promise<void>) => {
    let isThere = false
    await use(async (fields, files) => {
      if (isThere) clock.advance(60_000)
      const request = isThere ? api.put('/v1/lists/my-list') : api.post('/v1/lists')
      const { body } = await fillList(request.set(ada), fields, files).expect(isThere ? 200 : 201)
      // The slug of a list that is created private has a random end, which no test could name.
      if (!isThere && body.data.private) await db.list.updateMany({ data: { slug: 'my-list' } })
      isThere = true
    })
  },
})
