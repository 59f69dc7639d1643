import type { Database } from '../../../src/db/client.ts'

/** Returns the expected data of GET /v1/stats, counted row by row. */
export async function countedRows(db: Database, now: Date) {
  const lists = await db.list.findMany({
    where: { hiddenAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    include: {
      files: { include: { file: { select: { id: true, bytes: true } } } },
      pastFiles: { include: { file: { select: { id: true, bytes: true } } } },
    },
  })
  const games = await db.game.findMany({ orderBy: { nameKey: 'asc' } })
  const shown = lists.filter((list) => !list.private)
  const files = lists.flatMap((list) => list.files.map(({ file }) => file))
  const past = lists.flatMap((list) => list.pastFiles.map(({ file }) => file))
  const distinct = new Map([...files, ...past].map(({ id, bytes }) => [id, bytes]))
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)
  return {
    lists: {
      total: lists.length,
      private: lists.length - shown.length,
      anonymous: lists.filter(({ authorId }) => authorId === null).length,
      by_game: games.map(({ id, name }) => ({
        id,
        name,
        lists_count: shown.filter(({ gameId }) => gameId === id).length,
      })),
    },
    files: {
      total: files.length,
      bytes: sum(files.map(({ bytes }) => bytes)),
      deduplicated_bytes: sum(distinct.values()),
    },
    authors: new Set(shown.map(({ authorId }) => authorId).filter((id) => id !== null)).size,
  }
}
