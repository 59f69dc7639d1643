import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { schemaEngine } from '../../src/db/schema-engine.ts'

/** The SQL that Prisma would make a database from this schema with; it asks nothing of the database at `url`. */
export async function scriptOf(schema: string, url: string): Promise<string> {
  const { SchemaEngine } = await schemaEngine()
  const file = { path: 'schema.prisma', content: schema }
  const adapters = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }))
  const made = await SchemaEngine.new({ datamodels: [[file.path, file.content]] }, () => {}, adapters)
  const { stdout } = await made.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [file] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  made.free()
  return stdout ?? ''
}
