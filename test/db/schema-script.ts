import pg from 'pg'
import { startSchemaEngine } from '../../src/db/schema-engine.ts'

/** The SQL by which Prisma would make a database of this schema. The database at `url` is asked for nothing. */
export async function scriptOf(schema: string, url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url })
  const engine = await startSchemaEngine(pool, schema)
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    return stdout ?? ''
  } finally {
    engine.free()
    await pool.end()
  }
}
