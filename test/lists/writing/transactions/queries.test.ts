import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { LIST_FIELDS } from '../../../../src/lists/queries.ts'
import { slugBase } from '../../../../src/lists/slug.ts'
import { storeFiles } from '../../../../src/lists/writing/files/queries.ts'
import { storedFile } from '../../../../src/lists/writing/files/uploaded-files.ts'
import { deleteLists } from '../../../../src/lists/writing/free-slug-queries.ts'
import { insertList } from '../../../../src/lists/writing/insert-queries.ts'
import { lockList, prefetch, replaceList } from '../../../../src/lists/writing/queries.ts'
import { listByPrisma } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((value) => value.replace(/\p{Cc}/gu, ' '))
const optional = fc.option(text)
const moment = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })

/** All fields of a list except its optional text fields. */
const OTHERS = [
  ...(['id', 'slug', 'slugBase', 'slugNumber', 'name', 'private', 'expiresAt', 'createdAt', 'updatedAt'] as const),
  ...(['changeId', 'revisionNumber', 'revisedAt', 'gameId', 'authorId', 'hiddenAt'] as const),
]
type OptionalText = Exclude<(typeof LIST_FIELDS)[number], (typeof OTHERS)[number]>
const isOptionalText = (field: (typeof LIST_FIELDS)[number]): field is OptionalText =>
  !(OTHERS as string[]).includes(field)
const optionalTexts = Object.fromEntries(
  LIST_FIELDS.filter(isOptionalText).map((field) => [field, optional]),
) as Record<OptionalText, typeof optional>

const values = (authors: readonly (number | null)[]) =>
  fc.record({
    name: text,
    ...optionalTexts,
    private: fc.boolean(),
    expiresAt: fc.option(fc.date({ min: new Date('2101-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })),
    createdAt: moment,
    updatedAt: moment,
    gameId: fc.integer({ min: 1, max: 31 }),
    authorId: fc.constantFrom(...authors),
  })

const bytes = (value: string) => new Uint8Array(Buffer.from(value))

describe('the rows that writes return', () => {
  it('are the same as Prisma reads, for new, locked and replaced lists', async ({ db, signIn }) => {
    await signIn('Ada', { verified: true })
    const { id: ada } = await db.user.findFirstOrThrow()
    const now = new Date('2026-11-20T08:30:00.123Z')

    await fc.assert(
      fc.asyncProperty(values([null, ada]), values([null]), async (first, second) => {
        const base = slugBase(first.name)
        const files = [storedFile({ name: 'a.txt', pieces: [bytes(first.name)] })]
        const prefetched = await prefetch(db.pool, { gameId: first.gameId, files, slugBase: base })
        const ids = await storeFiles(db.pool, files, prefetched.fileIds, now)
        const inserted = await insertList(db.pool, { ...first, slugBase: base }, prefetched.slugNumber, ids, ['word'])
        expect(inserted).toMatchObject((await listByPrisma(db, inserted.slug, now)) ?? {})
        expect(inserted).toMatchObject({ ...first, slugBase: first.private ? inserted.slug : base })
        const locked = await lockList(db.pool, inserted.slug, () => now)
        expect(locked).toMatchObject({ ...(await listByPrisma(db, inserted.slug, now)), fileIds: ids })
        if (locked === null) return

        const { createdAt: _, authorId: __, ...other } = second
        const replaced = await replaceList(db.pool, locked, other, ids, ['other'], 100)
        expect(replaced).toMatchObject((await listByPrisma(db, inserted.slug, now)) ?? {})
        expect(replaced).toMatchObject({ ...other, id: inserted.id, slug: inserted.slug })
        expect(inserted.changeId).toMatch(/^[\da-f-]{36}$/)
        expect(replaced.changeId).not.toBe(inserted.changeId)

        const fetched = await prefetch(db.pool, { gameId: second.gameId, files, slugBase: inserted.slugBase })
        expect(fetched.game).toBe((await db.game.findUniqueOrThrow({ where: { id: second.gameId } })).name)
        expect(fetched.slugNumber).toBe(inserted.slugNumber)
        const stored = await db.file.findMany({ where: { lists: { some: { listId: inserted.id } } } })
        expect([...fetched.fileIds]).toEqual(stored.map(({ id, hash }) => [Buffer.from(hash).toString('hex'), id]))
        expect(stored.map(({ id }) => id)).toEqual(ids)
        expect(stored).toMatchObject(files.map(({ pieces: [content], ...file }) => ({ ...file, content })))

        await deleteLists(db.pool, [inserted.id], now)
        expect(await listByPrisma(db, inserted.slug, now)).toBeNull()
        expect(await lockList(db.pool, inserted.slug, () => now)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })
})

describe('a create', () => {
  it('does not wait for another create with the same name', async ({ api, db }) => {
    await db.$transaction(async (transaction) => {
      const taken = await takeLock(transaction)
      expect(taken).toBe(1)
      const answers = await Promise.all([1, 2].map(() => fillList(api.post('/v1/lists')).expect(201)))
      expect(answers.map(({ body }) => body.data.slug).sort()).toEqual(['my-list-2', 'my-list-3'])
    })
    expect(await db.list.count()).toBe(2)

    /** Takes the lock that a server holds while its new list is not committed. */
    async function takeLock(transaction: Pick<typeof db, '$queryRaw'>): Promise<number> {
      const rows = await transaction.$queryRaw<{ taken: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(5274902, hashtext('my-list')) AS taken`
      return rows.filter(({ taken }) => taken).length
    }
  })
})
