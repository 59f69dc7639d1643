import { describe, expect } from 'vitest'
import { transact } from '../../../../src/db/transaction.ts'
import { insertList } from '../../../../src/lists/writing/queries.ts'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { NEW_LIST } from '../../support.ts'

describe('a create', () => {
  it('waits for another one with the same slug until that is stored or not, and for no other', async ({ api, db }) => {
    for (const [isStored, last, slug] of [
      [true, 0, 'my-list-2'],
      [false, 2, 'my-list-3'],
    ] as const) {
      let answer: Promise<{ body: { data: { slug: string } } }> | undefined
      const other = transact({ db }, async (transaction) => {
        await insertList(transaction, NEW_LIST, last, { files: [], words: [] })
        answer = fillList(api.post('/v1/lists')).expect(201).then()
        // With a file of its own: it would also wait for a transaction that stores the same one.
        await fillList(api.post('/v1/lists'), { name: 'Another' }, { 'other.txt': slug }).expect(201)
        if (!isStored) throw new Error('refused')
      })
      await (isStored ? other : expect(other).rejects.toThrow('refused'))
      expect((await answer)?.body.data.slug).toBe(slug)
    }
  })
})
