import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'

// Node 20 has WebAssembly, but its types do not.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

/**
 * Returns the SQL with which Prisma would create the tables of a schema. Prisma's engine requires the address of a
 * database, but does not read from it.
 */
export async function scriptOf(schema: string, url: string): Promise<string> {
  bindings ??= loadBindings()
  const { SchemaEngine } = await bindings
  const adapters = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }))
  const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => {}, adapters)
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
  }
}

/** Loaded once, because the JavaScript part of the package keeps its WebAssembly part in a module variable. */
let bindings: ReturnType<typeof loadBindings> | undefined

/** Connects the two parts of the package, which is usually done by a bundler. */
async function loadBindings() {
  const loaded = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const { resolve } = createRequire(import.meta.url)
  const bytes = await readFile(resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/[.]js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': loaded })
  loaded.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return loaded
}
