import pg from 'pg'
import { describe, expect, onTestFinished } from 'vitest'
import { randomFrom } from '../../../bench/support/random.ts'
import type { ChangelogEntry } from '../../../src/compare/changelog/schemas.ts'
import { report } from '../../support/faults/traffic.ts'
import { it } from '../../support/it.ts'
import { type ServerProcess, startServer } from '../../support/processes/programs.ts'

/** Sends a request to a server process over a kept-alive connection. */
const ask = async ({ address }: ServerProcess, path: string) => {
  const answer = await fetch(address + path)
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

describe('a write that returned success', () => {
  it('is seen by every later request to any server process, in thousands of interleavings', async ({
    catalog,
    url,
    db: _,
  }) => {
    const settings = { DATABASE_URL: url, LOG_LEVEL: 'warn', PUBLIC_URL: 'https://api.example.com' }
    const servers = await Promise.all([
      startServer(settings),
      startServer(settings),
      startServer({ ...settings, CACHE_BYTES: '0' }),
    ])
    const writer = new pg.Client({ connectionString: url })
    await writer.connect()
    onTestFinished(() => writer.end())
    const random = randomFrom(6)

    /** The last committed version of each list; null if it is deleted. A write under way may be visible or not. */
    const committed = new Map<string, { version: number; gameId: number } | null>()
    const underWay = new Set<string>()
    let version = 0
    let asked = 0
    let isWriting = true

    async function write() {
      while (isWriting) {
        const slug = `list-${Math.floor(random() * 40)}`
        const old = committed.get(slug)
        const next = { version: ++version, gameId: 1 + Math.floor(random() * 3) }
        underWay.add(slug)
        if (old == null) {
          await writer.query(
            `INSERT INTO lists (slug, slug_base, slug_number, name, version, private, created_at, updated_at, game_id)
             VALUES ($1, $1, 1, $1, $2, false, $3, $3, $4)`,
            [slug, String(next.version), catalog.clock(), next.gameId],
          )
          committed.set(slug, next)
        } else if (random() < 0.3) {
          await writer.query('DELETE FROM lists WHERE slug = $1', [slug])
          committed.set(slug, null)
        } else {
          await writer.query(
            `WITH archived AS (
               INSERT INTO list_revisions (list_id, number, created_at, name, version, private, game_id, file_ids)
               SELECT id, revision_number, updated_at, name, version, private, game_id, '{}' FROM lists WHERE slug = $1
             )
             UPDATE lists SET version = $2, game_id = $3, revision_number = revision_number + 1 WHERE slug = $1`,
            [slug, String(next.version), next.gameId],
          )
          committed.set(slug, next)
        }
        underWay.delete(slug)
        if (random() < 0.05) await writer.query('SELECT fold_list_changes(1000)')
        if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 3))
      }
    }

    async function read(turns: number) {
      for (let turn = 0; turn < turns; turn++) {
        asked++
        const server = servers[Math.floor(random() * servers.length)]
        if (server === undefined) continue
        const before = new Map(committed)
        const unsure = new Set(underWay)
        const began = version
        const kind = random()
        const slug = `list-${Math.floor(random() * 40)}`
        if (kind < 0.15) {
          const { status, body } = await ask(server, `/v1/lists/${slug}/revisions?page[size]=all`)
          checkOne(slug, before, unsure, status, { data: body.data?.[0] })
          checkHistory(body)
        } else if (kind < 0.25) {
          const { status, body } = await ask(server, `/v1/lists/${slug}/changelog`)
          checkOne(slug, before, unsure, status, { data: body.data?.[0] })
          checkChangelog(body)
        } else if (kind < 0.5) {
          const { status, body } = await ask(server, `/v1/lists/${slug}`)
          checkOne(slug, before, unsure, status, body)
        } else if (kind < 0.85) {
          const { status, body } = await ask(server, '/v1/lists?page[size]=100&sort=created')
          expect({ status, message: body.message }).toEqual({ status: 200 })
          const shown = new Map<string, number>(
            body.data.map((list: { slug: string; version: string }) => [list.slug, Number(list.version)]),
          )
          expect(body.meta.total).toBe(shown.size)
          for (const [known, state] of before) {
            if (!unsure.has(known)) expectAtLeast(known, state?.version ?? null, shown.get(known) ?? null)
          }
        } else {
          const { body } = await ask(server, '/v1/games')
          const counts: number[] = body.data.map((game: { lists_count: number }) => game.lists_count)
          const now = [...committed].filter(([, state]) => state !== null).length
          const isQuiet = unsure.size + underWay.size === 0 && version === began
          if (isQuiet) expect(counts.reduce((sum, count) => sum + count, 0)).toBe(now)
        }
      }
    }

    /** Checks that a response shows what was committed when the request was sent, or something later. */
    function expectAtLeast(slug: string, was: number | null, shown: number | null) {
      const isSame = shown === was
      const isLater = committed.get(slug)?.version !== was || underWay.has(slug)
      if (!isSame && !isLater) expect({ slug, shown }).toEqual({ slug, shown: was })
      if (shown !== null && was !== null) expect(shown).toBeGreaterThanOrEqual(was)
    }

    function checkOne(
      slug: string,
      before: ReadonlyMap<string, { version: number } | null>,
      unsure: ReadonlySet<string>,
      status: number,
      body: { data?: { version: string } | undefined },
    ) {
      expect(status).toBeOneOf([200, 404])
      if (unsure.has(slug)) return
      expectAtLeast(slug, before.get(slug)?.version ?? null, status === 200 ? Number(body.data?.version) : null)
    }

    /** Checks that a history is of one snapshot: no revision is missing, and versions descend. */
    function checkHistory({ data = [] }: { data?: { revision: number; version: string }[] }) {
      expect(data.map(({ revision }) => revision)).toEqual(data.map((_, at) => data.length - at))
      const versions = data.map(({ version }) => Number(version))
      expect(versions).toEqual(versions.toSorted((one, other) => other - one))
    }

    /** Checks that a changelog misses no revision, and that each entry names the one before it. */
    function checkChangelog({ data = [], meta }: { data?: ChangelogEntry[]; meta?: { total: number } }) {
      const numbers = data.map((_, at) => (meta?.total ?? 0) - at)
      expect(data.map(({ revision, previous }) => [revision, previous ?? 0])).toEqual(numbers.map((n) => [n, n - 1]))
    }

    const writing = write()
    await Promise.all(Array.from({ length: 12 }, () => read(250)))
    isWriting = false
    await writing

    const answers = await Promise.all(servers.map((server) => ask(server, '/v1/lists?page[size]=100')))
    report('coherence of three servers', { tried: asked, writes: version, stale: 0 })
    for (const { body } of answers) expect(body.data).toEqual(answers[0]?.body.data)
  })
})
