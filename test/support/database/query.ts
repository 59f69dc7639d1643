import pg from 'pg'

// No vitest here: the set-up of a run and bench/ use this outside of a test.

/** The rows of a query on a connection of its own. */
export async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** The address with some parts of it changed. */
export function at(
  url: string,
  { database, user, password, port, search }: Record<string, string | undefined>,
): string {
  const changed = new URL(url)
  if (database !== undefined) changed.pathname = `/${database}`
  if (user !== undefined) changed.username = user
  if (password !== undefined) changed.password = password
  if (port !== undefined) changed.port = port
  if (search !== undefined) changed.search = search
  return changed.href
}
