import { readAtom } from '../atom/atom.ts'
import type { TestFixtures } from '../it.ts'
import { asBytes } from './forms.ts'

type Api = TestFixtures['api']
type Headers = Record<string, string>

export const API = 'https://api.example.com'

/** The changelog of the list `my-list`, in each of its forms. */
export const page = async (api: Api, query = '', headers: Headers = {}) =>
  (await api.get(`/v1/lists/my-list/changelog${query}`).set(headers).expect(200)).body
export const markdown = (api: Api, headers?: Headers) => textOf(api, '/v1/lists/my-list/changelog.md', headers)
export const feed = async (api: Api, headers?: Headers) =>
  readAtom(await textOf(api, '/v1/lists/my-list/changelog.atom', headers))

const textOf = async (api: Api, path: string, headers: Headers = {}): Promise<string> => {
  const { body } = await asBytes(api.get(path).set(headers)).expect(200)
  return body.toString()
}

/** A mod order, the highest priority first. */
export const mods = (...names: string[]) => ({ 'modlist.txt': names.map((name) => `+${name}\n`).join('') })

/** Each revision of a page, and the one that it is compared with. */
export const numbers = (body: { data: { revision: number; previous: number | null }[] }) =>
  body.data.map(({ revision, previous }) => [revision, previous])
