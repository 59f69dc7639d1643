import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { printedBy, run } from '../support/commands/run.ts'
import { it } from '../support/it.ts'
import { bearer } from '../support/requests/authorization.ts'
import { fillList } from '../support/requests/forms.ts'

describe('block', () => {
  it('refuses uploads of a blocked file with 422 until the block is removed', async ({ url, api, db }) => {
    const path = join(await mkdtemp(join(tmpdir(), 'block-')), 'bad.txt')
    await writeFile(path, '+Bad\n')
    const printed = await printedBy(url, 'block', 'add', path, '--reason', 'Malware')
    expect(printed).toMatch(/^Blocked bad\.txt: [\da-f]{64}$/)
    const hash = printed.slice(-64)
    const upload = () => fillList(api.post('/v1/lists'), {}, { 'a.txt': '+Bad\n' })
    await upload().expect(422)
    expect(await run(url, 'block', 'add', path, '--reason', 'Again')).toMatchObject({
      ...{ status: 1, complained: 'bad.txt is blocked already.' },
    })
    expect((await printedBy(url, 'block', 'list')).split('\n')[1]).toMatch(
      new RegExp(`^${hash} {2}bad\\.txt {2}\\S+ {2}Malware$`),
    )
    expect(await printedBy(url, 'block', 'remove', hash)).toBe(`${hash} can be uploaded again.`)
    await upload().expect(201)
    for (const wrong of [hash, 'nothing'])
      expect(await run(url, 'block', 'remove', wrong)).toMatchObject({ status: 1, printed: '' })
    const actions = (await db.moderationAction.findMany({ orderBy: { id: 'asc' } })).map(({ action }) => action)
    expect(actions).toEqual(['block', 'unblock'])
  })
})

describe('user suspend', () => {
  it('refuses writes of the user with 403 until the date, or until --off', async ({ url, api, clock, signIn }) => {
    clock.now = new Date()
    const token = await signIn('Ada')
    const upload = () => fillList(api.post('/v1/lists').set(bearer(token)))
    const until = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
    expect(await printedBy(url, 'user', 'suspend', 'ada', '--reason', 'Spam', '--until', until)).toBe(
      `Ada is suspended until ${until}T00:00:00.000Z.`,
    )
    expect((await upload().expect(403)).body.message).toBe(`Forbidden: your account is suspended until ${until}: Spam`)
    expect(await printedBy(url, 'user', 'list')).toContain(`until ${until}`)
    clock.advance(72 * 3_600_000)
    await upload().expect(201)

    await printedBy(url, 'user', 'suspend', 'Ada', '--reason', 'Again')
    await upload().expect(403)
    expect(await printedBy(url, 'user', 'suspend', 'Ada', '--off', '--reason', 'Settled')).toBe(
      'Ada is no longer suspended.',
    )
    await upload().expect(201)
    expect(await run(url, 'user', 'suspend', 'Ada', '--off', '--reason', 'Twice')).toMatchObject({
      ...{ status: 1, complained: 'User Ada is not suspended.' },
    })
  })
})

describe('user moderator', () => {
  it('makes a user a moderator: only tokens of moderators may have the ability moderate', async ({
    url,
    signIn,
    db,
  }) => {
    await signIn('Ada')
    const make = () => run(url, 'token', 'create', 'Ada', '--abilities', 'read,moderate')
    expect(await make()).toEqual({
      status: 1,
      printed: '',
      complained: 'Ada is not a moderator: only tokens of moderators may have the ability moderate.',
    })
    expect(await db.apiToken.count()).toBe(1)
    expect(await printedBy(url, 'user', 'moderator', 'Ada')).toBe('Ada is a moderator now.')
    expect((await make()).status).toBe(0)
    expect((await run(url, 'user', 'moderator', 'Ada')).complained).toBe('User Ada is a moderator already.')
    expect(await printedBy(url, 'user', 'moderator', 'Ada', '--off')).toBe('Ada is no longer a moderator.')
    expect((await run(url, 'user', 'moderator', 'Ada', '--off')).complained).toBe('User Ada is not a moderator.')
  })
})
