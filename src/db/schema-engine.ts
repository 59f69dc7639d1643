import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { PrismaPg } from '@prisma/adapter-pg'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import type pg from 'pg'

// Node 20 has WebAssembly, but its types do not.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

/** Prisma's schema engine on the connections of the pool. With the text of a schema it can compare that, too. */
export async function startSchemaEngine(pool: pg.Pool, schema?: string): Promise<SchemaEngine> {
  bindings ??= loadBindings()
  const { SchemaEngine } = await bindings
  const { PrismaPg } = await import('@prisma/adapter-pg')
  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils')
  const adapters = bindMigrationAwareSqlAdapterFactory(withWholeScripts(new PrismaPg(pool), pool))
  const datamodels: [string, string][] | undefined = schema === undefined ? undefined : [['schema.prisma', schema]]
  return SchemaEngine.new({ datamodels }, () => {}, adapters)
}

/** The JavaScript half of the engine keeps its WebAssembly half in a variable: a second one would read the first's memory. */
let bindings: ReturnType<typeof loadBindings> | undefined

/** The package leaves it to a bundler to join the two halves; without one that is done by hand. */
async function loadBindings() {
  const loaded = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const { resolve } = createRequire(import.meta.url)
  const bytes = await readFile(resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/[.]js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': loaded })
  loaded.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return loaded
}

/**
 * Has each script sent as one query, which PostgreSQL runs as one transaction. The adapter would split it at every
 * semicolon, also at those in comments and function bodies.
 */
function withWholeScripts(adapters: PrismaPg, pool: pg.Pool): PrismaPg {
  const connect = adapters.connect.bind(adapters)
  adapters.connect = async () => {
    const adapter = await connect()
    adapter.executeScript = async (script) => void (await pool.query(script))
    return adapter
  }
  return adapters
}
