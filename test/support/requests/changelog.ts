import { readAtom } from '../atom.ts'
import type { TestFixtures } from '../it.ts'
import { asBytes } from './forms.ts'

type Api = TestFixtures['api']
type Headers = Record<string, string>

export const API = 'https://api.example.com'

/** Returns the changelog of the list `my-list`: as JSON, as Markdown, as a feed. */
export const page = async (api: Api, query = '', headers: Headers = {}) =>
  (await api.get(`/v1/lists/my-list/changelog${query}`).set(headers).expect(200)).body
export const markdown = (api: Api, headers?: Headers) => textOf(api, '/v1/lists/my-list/changelog.md', headers)
export const feed = async (api: Api, headers?: Headers) =>
  readAtom(await textOf(api, '/v1/lists/my-list/changelog.atom', headers))

const textOf = async (api: Api, path: string, headers: Headers = {}): Promise<string> => {
  const { body } = await asBytes(api.get(path).set(headers)).expect(200)
  return body.toString()
}

/** Returns the files of a list with these mods, from the highest priority down. */
export const mods = (...names: string[]) => ({ 'modlist.txt': names.map((name) => `+${name}\n`).join('') })

/** Returns the number of each revision on a page and of the revision it is compared with. */
export const numbers = (body: { data: { revision: number; previous: number | null }[] }) =>
  body.data.map(({ revision, previous }) => [revision, previous])
