import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'

// The types of Node 20 lack it.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

/** The SQL that Prisma would make a database from this schema with; it asks nothing of the database at `url`. */
export async function scriptOf(schema: string, url: string): Promise<string> {
  const { SchemaEngine } = await engine()
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

/** The JavaScript half of the engine can be joined to one WebAssembly half only. */
let loaded: ReturnType<typeof loadEngine> | undefined

function engine() {
  loaded ??= loadEngine()
  return loaded
}

async function loadEngine() {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const { resolve } = createRequire(import.meta.url)
  const bytes = await readFile(resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings
}
