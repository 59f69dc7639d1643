import type { ListRow } from './queries.ts'

/** The columns by which lists are ordered. */
export const ORDER_COLUMNS = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/** What views show of lists `l`, as columns of a prepared statement. */
export const SHOWN = `l.id, l.slug, l.slug_base, l.slug_number, l.name, l.version, l.description, l.website, l.discord, l.readme,
  l.private, l.expires_at, l.created_at, l.updated_at, l.revision, l.game_id, l.author_id,
  g.name AS game_name, g.name_key AS game_key,
  u.name AS author_name, u.name_key AS author_key, u.verified, u.created_at AS author_created`

export const RELATED = 'JOIN games g ON g.id = l.game_id LEFT JOIN users u ON u.id = l.author_id'

/** What people write of a list: named alike in the database and in Prisma's rows. */
export type WrittenColumns = Pick<
  ListRow,
  'name' | 'version' | 'description' | 'website' | 'discord' | 'readme' | 'private'
>

export interface SummaryColumns extends WrittenColumns {
  id: number
  slug: string
  slug_base: string
  slug_number: number
  expires_at: Date | null
  created_at: Date
  updated_at: Date
  revision: number
  game_id: number
  author_id: number | null
  game_name: string
  game_key: string
  author_name: string | null
  author_key: string | null
  verified: boolean | null
  author_created: Date | null
}

/** Columns as Prisma gives them. */
export function listRow(row: SummaryColumns): ListRow {
  const { author_id: authorId, author_name, author_key, verified, author_created } = row
  const isAnonymous = authorId === null || author_name === null || author_key === null || author_created === null
  return {
    id: row.id,
    slug: row.slug,
    slugBase: row.slug_base,
    slugNumber: row.slug_number,
    name: row.name,
    version: row.version,
    description: row.description,
    website: row.website,
    discord: row.discord,
    readme: row.readme,
    private: row.private,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    gameId: row.game_id,
    authorId,
    game: { id: row.game_id, name: row.game_name, nameKey: row.game_key },
    author: isAnonymous
      ? null
      : {
          id: authorId,
          name: author_name,
          nameKey: author_key,
          verified: verified === true,
          createdAt: author_created,
        },
  }
}
