import type { TestFixtures } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

type Api = TestFixtures['api']

/** Uploads a list with these files, by default for Skyrim SE, and returns its slug. */
export async function upload(
  api: Api,
  name: string,
  files: Record<string, string | Buffer>,
  fields: Record<string, string> = {},
  token?: string,
): Promise<string> {
  const request = api.post('/v1/lists')
  if (token !== undefined) request.set('authorization', `Bearer ${token}`)
  const { body } = await fillList(request, { name, ...fields }, files).expect(201)
  return body.data.slug
}

/** Returns the slugs of the lists that a query finds, newest first. Checks that the total is their number. */
export async function slugsOf(api: Api, query: string, path = '/v1/lists', token = ''): Promise<string[]> {
  const { body } = await api.get(`${path}?${query}`).set('authorization', `Bearer ${token}`).expect(200)
  if (body.meta.total !== body.data.length) throw new Error(`The total is ${body.meta.total}.`)
  return body.data.map(({ slug }: { slug: string }) => slug)
}
