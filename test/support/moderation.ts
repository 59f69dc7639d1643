import { createUser } from '../../src/accounts/service.ts'
import { issueToken } from '../../src/accounts/tokens/service.ts'
import { moderate } from '../../src/moderation/actions/service.ts'
import { changeModerator } from '../../src/moderation/operator-service.ts'
import { joinAs } from './accounts/people.ts'
import type { TestFixtures } from './it.ts'
import { bearer } from './requests/authorization.ts'
import { fillList } from './requests/forms.ts'

type Catalog = TestFixtures['catalog']

/** Creates an anonymous list that does not expire. */
export const publish = (
  api: TestFixtures['api'],
  fields: Record<string, string> = {},
  files?: Record<string, string>,
) => fillList(api.post('/v1/lists'), { expires: 'perm', ...fields }, files).expect(201)

/** Hides a list as the operator. */
export const hide = (catalog: Catalog, slug = 'my-list', reason = 'Spam') =>
  moderate(catalog, null, slug, { action: 'hide', reason })

/** Returns the Authorization header with a new token of the moderator Mo. */
export const moderatorToken = async (catalog: Pick<Catalog, 'db' | 'clock'>) =>
  bearer(await issueToken(catalog, { user: 'Mo', abilities: ['moderate'], label: null, lifetime: null }))

/** Creates the moderator Mo, and returns the Authorization header with a token of theirs. */
export async function newModerator(catalog: Pick<Catalog, 'db' | 'clock'>) {
  await createUser(catalog, { name: 'Mo', verified: false })
  await changeModerator(catalog, 'Mo', true)
  return moderatorToken(catalog)
}

/** Creates the moderator Mo with an account on the website, and returns their browser. */
export async function moderatorBrowser({ api, catalog }: Pick<TestFixtures, 'api' | 'catalog'>) {
  const { browser } = await joinAs(api, 'Mo')
  await changeModerator(catalog, 'Mo', true)
  return browser
}
