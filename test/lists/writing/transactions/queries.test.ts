import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { transact } from '../../../../src/db/transaction.ts'
import { LIST_FIELDS } from '../../../../src/lists/queries.ts'
import { slugBase } from '../../../../src/lists/slug.ts'
import { findUploadFacts, storeFiles } from '../../../../src/lists/stored-files-queries.ts'
import { deleteLists } from '../../../../src/lists/writing/free-slug-queries.ts'
import { insertList, lockList, replaceList } from '../../../../src/lists/writing/queries.ts'
import { hexOf, storedFile } from '../../../../src/lists/writing/uploaded-files.ts'
import { listByPrisma } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { NEW_LIST } from '../../support.ts'

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
        await storeFiles(db, files, now)
        const list = { ...first, slugBase: base }
        const parts = { files, words: ['word'] }
        const inserted = await transact({ db }, (transaction) => insertList(transaction, list, parts))
        const stored = await db.file.findMany({ where: { lists: { some: { listId: inserted.id } } } })
        expect(stored).toMatchObject(files.map(({ pieces: [content], ...file }) => ({ ...file, content })))
        const ids = stored.map(({ id }) => id)
        expect(inserted).toMatchObject((await listByPrisma(db, inserted.slug, now)) ?? {})
        expect(inserted).toMatchObject({ ...first, slugBase: first.private ? inserted.slug : base })
        const locked = await lockList(db, inserted.slug, () => now)
        expect(locked).toMatchObject({ ...(await listByPrisma(db, inserted.slug, now)), fileIds: ids })
        if (locked === null) return

        const { createdAt: _, authorId: __, ...other } = second
        const replaced = await replaceList(db, locked, other, ids, ['other'], 100)
        expect(replaced).toMatchObject((await listByPrisma(db, inserted.slug, now)) ?? {})
        expect(replaced).toMatchObject({ ...other, id: inserted.id, slug: inserted.slug })
        expect(inserted.changeId).toMatch(/^[\da-f-]{36}$/)
        expect(replaced.changeId).not.toBe(inserted.changeId)

        const facts = await findUploadFacts(db, { game: String(second.gameId), files })
        const { id, name } = await db.game.findUniqueOrThrow({ where: { id: second.gameId } })
        expect(await findUploadFacts(db, { game: name.toUpperCase(), files })).toEqual(facts)
        expect(facts).toEqual({ game: { id, name }, blocked: [], stored: files.map(({ hash }) => hexOf(hash)) })

        await deleteLists(db, [inserted.id], now)
        expect(await listByPrisma(db, inserted.slug, now)).toBeNull()
        expect(await lockList(db, inserted.slug, () => now)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })
})

describe('a create', () => {
  it('waits for another one with the same slug until that is stored or not, and for no other', async ({ api, db }) => {
    for (const [isStored, slug] of [
      [true, 'my-list-2'],
      [false, 'my-list-3'],
    ] as const) {
      let answer: Promise<{ body: { data: { slug: string } } }> | undefined
      const other = transact({ db }, async (transaction) => {
        await insertList(transaction, NEW_LIST, { files: [], words: [] })
        answer = fillList(api.post('/v1/lists')).expect(201).then()
        // With a file of its own: it would also wait for a transaction that stores the same one.
        await fillList(api.post('/v1/lists'), { name: 'Another' }, { 'other.txt': slug }).expect(201)
        if (!isStored) throw new Error('refused')
      })
      await (isStored ? other : expect(other).rejects.toThrow('refused'))
      expect((await answer)?.body.data.slug).toBe(slug)
    }
  })

  it('does not wait forever for a server that froze: PostgreSQL ends its transaction', async ({ db }) => {
    const rows = await db.$queryRaw`SELECT current_setting('idle_in_transaction_session_timeout') AS limit`
    expect(rows).toEqual([{ limit: '1min' }])
  })
})
