/** An object of a JSON text. Each value may be of any kind. */
export type JsonObject = Partial<Record<string, unknown>>

/**
 * Parses a JSON text; null if it is not an object, undefined if its syntax is broken. JSON.parse does not recurse, so
 * deep nesting is safe.
 */
export function parseObject(text: string): JsonObject | null | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the objects of an array; undefined if the value is not an array. */
export const objectsOf = (value: unknown): JsonObject[] | undefined =>
  Array.isArray(value) ? value.filter(isObject) : undefined
