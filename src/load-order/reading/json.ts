import { FAILSAFE_SCHEMA, load } from 'js-yaml'

/** An object of a JSON text. Each value may be of any kind. */
export type JsonObject = Partial<Record<string, unknown>>

/** Returned for a text with broken syntax. JSON can't have this value. */
const BROKEN = undefined

const parsed = new WeakMap<object, unknown>()

/**
 * Parses the JSON of a file, once for all readers of the file; undefined if its syntax is broken. JSON.parse does not
 * recurse, so deep nesting is safe.
 */
export function parseJson(input: { text: string }): unknown {
  if (!parsed.has(input)) parsed.set(input, parse(input.text))
  return parsed.get(input)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return BROKEN
  }
}

/** Parses YAML without types, so that a version stays as written; undefined if its syntax is broken. */
export function parseYaml(text: string): unknown {
  try {
    return load(text, { schema: FAILSAFE_SCHEMA }) ?? null
  } catch {
    return BROKEN
  }
}

/** Like parseJson, for an object; null if the file has another value. */
export function parseObject(input: { text: string }): JsonObject | null | undefined {
  const value = parseJson(input)
  return value === BROKEN || isObject(value) ? value : null
}

/**
 * Returns the elements of the array in a file if there are any and all are objects of a shape; null for another value,
 * undefined if the syntax is broken.
 */
export function parseRows(
  input: { text: string },
  hasShape: (row: JsonObject) => boolean,
): JsonObject[] | null | undefined {
  const value = parseJson(input)
  if (value === BROKEN) return BROKEN
  return Array.isArray(value) && value.length > 0 && value.every((row) => isObject(row) && hasShape(row)) ? value : null
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the objects of an array; undefined if the value is not an array. */
export const objectsOf = (value: unknown): JsonObject[] | undefined =>
  Array.isArray(value) ? value.filter(isObject) : undefined
