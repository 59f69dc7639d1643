import { describe, expect } from 'vitest'
import { fillList } from '../support/forms.ts'
import { it } from '../support/it.ts'
import { printedBy, run } from './terminal.ts'

describe('user create', () => {
  it('makes a user who is not verified', async ({ url, db }) => {
    expect(await run(url, 'user', 'create', 'Ada')).toEqual({ status: 0, printed: 'Created user Ada.', complained: '' })
    expect(await db.user.findMany()).toMatchObject([{ name: 'Ada', verified: false }])
  })

  it('makes a verified user with --verified', async ({ url, db }) => {
    await printedBy(url, 'user', 'create', 'Ada', '--verified')
    expect(await db.user.findMany()).toMatchObject([{ name: 'Ada', verified: true }])
  })

  it('stores the moment at which it runs', async ({ url, db }) => {
    const before = new Date()
    await printedBy(url, 'user', 'create', 'Ada')
    const { createdAt } = await db.user.findFirstOrThrow()
    expect([before, createdAt, new Date()].toSorted((a, b) => +a - +b)[1]).toEqual(createdAt)
  })

  it.for(['ada', 'ADA', ' Ada '])('refuses %j beside Ada, and stores nothing', async (name, { url, db }) => {
    await printedBy(url, 'user', 'create', 'Ada')
    const outcome = await run(url, 'user', 'create', name)

    expect(outcome).toEqual({ status: 1, printed: '', complained: `There is already a user named ${name.trim()}.` })
    expect(await db.user.count()).toBe(1)
  })

  it.for(['', '  ', 'a\nb', 'a\u0000b', 'a\u202Eb', 'x'.repeat(101)])(
    'refuses the name %j, and stores nothing',
    async (name, { url, db }) => {
      const complained = 'A user name has 1 to 100 characters and no control characters.'
      expect(await run(url, 'user', 'create', name)).toEqual({ status: 1, printed: '', complained })
      expect(await db.user.count()).toBe(0)
    },
  )

  it('takes a name of 100 characters of any script', async ({ url, db }) => {
    const name = '𝔄'.repeat(100)
    await printedBy(url, 'user', 'create', name)
    expect(await db.user.findMany()).toMatchObject([{ name }])
  })
})

describe('user list', () => {
  it('shows headings alone where there is nobody', async ({ url, db: _ }) => {
    expect(await printedBy(url, 'user', 'list')).toBe('NAME  VERIFIED  LISTS  TOKENS  CREATED')
  })

  it('shows each user by name, with the numbers of their lists and tokens', async ({ url, api, signIn }) => {
    await signIn('zoe', { verified: true })
    const token = await signIn('Ada Lovelace')
    await fillList(api.post('/v1/lists').set('Authorization', `Bearer ${token}`)).expect(201)

    expect((await printedBy(url, 'user', 'list')).split('\n')).toEqual([
      'NAME          VERIFIED  LISTS  TOKENS  CREATED',
      'Ada Lovelace  no        1      1       2026-11-20T08:30:00.123Z',
      'zoe           yes       0      1       2026-11-20T08:30:00.123Z',
    ])
  })
})

describe('user verify', () => {
  it('shows the author of lists as verified from then on', async ({ url, api, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').set('Authorization', `Bearer ${token}`)).expect(201)
    expect(await printedBy(url, 'user', 'verify', 'ADA')).toBe('Verified user Ada.')

    const { body } = await api.get('/v1/lists/my-list').expect(200)
    expect(body.data.author).toEqual({ name: 'Ada', verified: true })
  })

  it('changes nothing for a user who is verified already', async ({ url, db, signIn }) => {
    await signIn('Ada', { verified: true })
    const before = await db.user.findMany()
    await printedBy(url, 'user', 'verify', 'Ada')
    expect(await db.user.findMany()).toEqual(before)
  })

  it('says that there is no such user, and changes nothing', async ({ url, db, signIn }) => {
    await signIn('Ada')
    const outcome = await run(url, 'user', 'verify', 'Bob')

    expect(outcome).toEqual({ status: 1, printed: '', complained: 'User Bob not found.' })
    expect(await db.user.findMany()).toMatchObject([{ name: 'Ada', verified: false }])
  })
})
