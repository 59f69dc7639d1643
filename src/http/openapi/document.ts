import type { UploadLimits } from '../request/upload.ts'

type Json = Record<string, unknown>

interface Document {
  paths?: unknown
  components?: { schemas?: Record<string, Json> }
}

const REF = '#/components/schemas/'

/**
 * Completes the OpenAPI document: keeps only the components that are used, simplifies their names, and gives forms the
 * field names that clients send and the limits of this server.
 */
export function finishDocument<D>(document: D, limits: UploadLimits): D {
  const { paths, components } = document as Document
  const schemas = components?.schemas ?? {}
  const used = reachable(paths, schemas)
  const names = new Map(used.map((name) => [name, plainName(name, used)]))
  const kept = used.sort().map((name) => [names.get(name), wireForm(schemas[name] ?? {}, limits)])
  const text = JSON.stringify(
    { ...document, components: { ...components, schemas: Object.fromEntries(kept) } },
    (key, value) =>
      key === '$ref' ? REF + names.get(value.slice(REF.length)) : isNoLimit(key, value) ? undefined : value,
  )
  return JSON.parse(text)
}

/** Returns the names of all components that `from` refers to, directly or through other components. */
function reachable(from: unknown, schemas: Record<string, Json>): string[] {
  const found = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(schemas[name] ?? {})
    }
  }
  visit(from)
  return [...found]
}

/** Removes the suffix `Input` from the name of a schema, unless a response schema has that name. */
function plainName(name: string, used: readonly string[]): string {
  const plain = name.replace(/Input$/, '')
  return used.includes(plain) ? name : plain
}

/**
 * Gives a form with files the field names that clients send, such as `files[]`, and adds this server's limits. The
 * brackets mark a field that can be sent several times.
 */
function wireForm(schema: Json, limits: UploadLimits): Json {
  const { properties, required } = schema as { properties?: Record<string, Json>; required?: string[] }
  const files = properties?.files as { items?: Json; description?: string } | undefined
  if (files?.items?.format !== 'binary') return schema
  const limited = {
    ...files,
    description: `${files.description} ${limitsText(limits)}`,
    maxItems: limits.maxFiles,
  }
  const fields = Object.entries({ ...properties, files: limited }).map(([name, field]) => [bracketed(name), field])
  return { ...schema, properties: Object.fromEntries(fields), required: required?.map(bracketed) }
}

/** Appends brackets to the name of a field that can be sent several times. */
const bracketed = (name: string) => (/^(files|remove)$/.test(name) ? `${name}[]` : name)

const limitsText = ({ maxFiles, maxFileBytes, maxBodyBytes }: UploadLimits) =>
  `At most ${maxFiles} files of at most ${bytes(maxFileBytes)} each, ${bytes(maxBodyBytes)} in all.`

const bytes = (count: number) => `${count.toLocaleString('en')} bytes`

/** Whether a limit is only JavaScript's largest or smallest safe integer, which zod adds to every integer. */
const isNoLimit = (key: string, value: unknown) =>
  /^(minimum|maximum)$/.test(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
