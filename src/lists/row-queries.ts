/** What views show of lists `l`, as columns of a prepared statement: see `listRow` in page-queries.ts. */
export const SHOWN = `l.id, l.slug, l.slug_base, l.slug_number, l.name, l.version, l.description, l.website, l.discord, l.readme,
  l.private, l.expires_at, l.created_at, l.updated_at, l.revision, l.game_id, l.author_id,
  g.name AS game_name, g.name_key AS game_key,
  u.name AS author_name, u.name_key AS author_key, u.verified, u.created_at AS author_created`

export const RELATED = 'JOIN games g ON g.id = l.game_id LEFT JOIN users u ON u.id = l.author_id'
