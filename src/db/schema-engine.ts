import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// The types of Node 20 lack it.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

let engine: ReturnType<typeof loadEngine> | undefined

/**
 * Prisma's engine for schemas and migrations, as WebAssembly. Its JavaScript half keeps its memory: a process joins it
 * to a WebAssembly half only once, and a second one would read the strings of the first.
 */
export function schemaEngine() {
  engine ??= loadEngine()
  return engine
}

/** The JavaScript half looks for the other one through a bundler; without one they are joined by hand. */
async function loadEngine() {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const { resolve } = createRequire(import.meta.url)
  const folder = dirname(resolve('@prisma/schema-engine-wasm/schema_engine_bg'))
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings
}
