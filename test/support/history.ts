import { it as base, type TestFixtures } from './it.ts'
import { fillList } from './requests/forms.ts'

type Fields = Record<string, string | undefined>
type Save = (
  fields?: Fields,
  files?: Record<string, string | Buffer>,
) => Promise<{ slug: string; expires: string | null }>

export interface HistoryFixtures {
  /** The headers of Ada's requests. */
  ada: Record<string, string>
  /**
   * Creates Ada's list `my-list` at the first call, and updates it a minute later at each further call. Returns its view.
   */
  save: Save
}

/** `it` with a list that is saved repeatedly. A fixture that is a function needs explicit types. */
export const it = base.extend<{ $test: HistoryFixtures }>({
  ada: async ({ signIn }: TestFixtures, use: (headers: HistoryFixtures['ada']) => Promise<void>) =>
    use({ authorization: await signIn('Ada', { verified: true }) }),
  save: async ({ api, clock, ada, db }: TestFixtures & HistoryFixtures, use: (save: Save) => Promise<void>) => {
    let exists = false
    await use(async (fields, files) => {
      if (exists) clock.advance(60_000)
      const request = exists ? api.put('/v1/lists/my-list') : api.post('/v1/lists')
      const { body } = await fillList(request.set(ada), fields, files).expect(exists ? 200 : 201)
      // A list that is created private gets a slug with random characters, which tests cannot predict.
      if (!exists && body.data.private) await db.list.updateMany({ data: { slug: 'my-list' } })
      exists = true
      return body.data
    })
  },
})
