import { describe, expect, it } from 'vitest'
import { waitingIn } from '../../support/database/meanwhile.ts'
import { contextOf, ownDatabase } from '../../support/database/own.ts'
import { storedRows } from '../../support/database/stored.ts'
import { newModerator } from '../../support/moderation.ts'
import { startServer, upload } from '../../support/processes/programs.ts'
import { userToken } from '../../support/requests/authorization.ts'

/** The tables that an action writes, in their order. The server is killed before each write. */
const TABLES = ['reports', 'blocked_files', 'suspensions', 'moderation_actions', 'freed_slugs']

describe('a server that is killed within the action of a moderator', () => {
  it('has stored all of the action or nothing', async () => {
    const url = await ownDatabase()
    const context = contextOf(url)
    const { db } = context
    const author = await userToken(context, 'Ann')
    const moderator = await newModerator(context)
    const server = () => startServer({ DATABASE_URL: url })
    const order = { action: 'delete', reason: 'Malware', block_files: 'true', suspend_author: 'true' }
    const act = (address: string) =>
      fetch(`${address}/v1/moderation/cases/my-list`, {
        ...{ method: 'POST', headers: moderator, body: new URLSearchParams(order) },
      }).catch(() => null)

    const first = await server()
    expect(await upload(first, 'My list', author)).toBe(201)
    const report = { method: 'POST', body: new URLSearchParams({ reason: 'malware' }) }
    expect((await fetch(`${first.address}/v1/lists/my-list/reports`, report)).status).toBe(202)
    const before = await storedRows(db)
    let running = first
    for (const table of TABLES) {
      const holder = await db.connect()
      await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
      const answer = act(running.address)
      await expect.poll(() => waitingIn(url)).toBe(1)
      running.child.kill('SIGKILL')
      await running.exit
      expect([null, 503]).toContain((await answer)?.status ?? null) // 503 if the machine is slow
      await holder.query('COMMIT')
      await holder.end()
      await expect.poll(() => waitingIn(url)).toBe(0)
      running = await server()
      expect({ table, rows: await storedRows(db) }).toEqual({ table, rows: before })
    }
    expect((await act(running.address))?.status).toBe(200)
    const { lists, reports, blocks, suspensions, actions } = await storedRows(db)
    expect([lists, reports, blocks, suspensions].map((rows) => rows.length)).toEqual([0, 1, 1, 1])
    expect(actions.at(-1)).toMatchObject({ action: 'delete', reports: 1, blockedFiles: 1, suspended: true })
  })
})
