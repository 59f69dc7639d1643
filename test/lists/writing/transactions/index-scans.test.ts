import { describe, expect } from 'vitest'
import type { Database } from '../../../../src/db/client.ts'
import type { Statements } from '../../../../src/db/statements.ts'
import { transact } from '../../../../src/db/transaction.ts'
import { deleteExpired } from '../../../../src/lists/expiry/queries.ts'
import { storeFiles } from '../../../../src/lists/writing/files/queries.ts'
import { storedFile } from '../../../../src/lists/writing/files/uploaded-files.ts'
import { deleteLists } from '../../../../src/lists/writing/free-slug-queries.ts'
import { insertList } from '../../../../src/lists/writing/insert-queries.ts'
import { lockList, prefetch, replaceList } from '../../../../src/lists/writing/queries.ts'
import { it, START } from '../../../support/it.ts'
import { NEW_LIST } from '../../support.ts'

const HASH = new Uint8Array(32)
const LIST = { ...NEW_LIST, expiresAt: START }

/** Returns the tables that `work` scanned sequentially, including checks of foreign keys and triggers. */
const sequentialScans = (db: Database, work: (statements: Statements) => Promise<unknown>): Promise<unknown[]> =>
  transact({ db }, async (transaction) => {
    await work(transaction)
    const { rows } = await transaction.query<{ relname: string }>({
      text: 'SELECT relname FROM pg_stat_xact_user_tables WHERE seq_scan > 0 ORDER BY relname',
    })
    return rows.map(({ relname }) => relname)
  })

describe('the statements of a write', () => {
  it('never scan a table sequentially, even if tables are small when the statements are planned', async ({ db }) => {
    const files = ['a', 'b'].map((name) => storedFile({ name: `${name}.txt`, pieces: [Buffer.from(name)] }))
    const create = async (statements: Statements) => {
      const known = await prefetch(statements, { gameId: 4, files, slugBase: 'my-list' })
      const ids = await storeFiles(statements, files, known.fileIds, START)
      return insertList(statements, LIST, known.slugNumber, ids, ['my', 'list'], HASH)
    }
    const update = async (statements: Statements) => {
      const list = await lockList(statements, 'my-list', () => new Date(0))
      if (list === null) throw new Error('It was created.')
      return replaceList(statements, list, { ...LIST, name: 'Other' }, list.fileIds.slice(1), ['other'], 100)
    }
    const remove = async (statements: Statements) => {
      const list = await lockList(statements, 'my-list', () => new Date(0))
      await deleteLists(statements, [list?.id ?? 0], START)
    }
    await db.$executeRaw`ANALYZE`

    expect(await sequentialScans(db, create)).toEqual([])
    await db.$executeRaw`ANALYZE`
    expect(await sequentialScans(db, update)).toEqual([])
    expect(await sequentialScans(db, remove)).toEqual([])
    expect(await sequentialScans(db, create)).toEqual([])
    expect(await sequentialScans(db, (statements) => deleteExpired(statements, START, 10))).toEqual([])
    expect(await db.list.count()).toBe(0)
  })
})
