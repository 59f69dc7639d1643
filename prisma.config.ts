import { defineConfig } from 'prisma/config'

// `prisma generate` needs no schema engine, but its command line looks for one and would download it. Any existing
// file keeps it from looking; the migrations are applied by src/db/migrations.ts without that engine.
if (process.argv.includes('generate')) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= import.meta.filename

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
