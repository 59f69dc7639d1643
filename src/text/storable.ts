/** Returns a text without NUL and lone surrogates, which PostgreSQL cannot store. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Matches JSON that may have NUL or a lone surrogate: JSON in UTF-8 has both only as escapes. */
const MAYBE = /\\u(?:0000|d[89a-f])/i

/** Returns the fields of a JSON object that contain NUL or a lone surrogate. `json` is its text. */
export const unstorableFields = (json: string, value: object): string[] =>
  MAYBE.test(json) ? Object.entries(value).flatMap((field) => (hasUnstorable(field) ? field[0] : [])) : []

function hasUnstorable(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && storable(one) !== one) return true
    if (typeof one === 'object' && one !== null) for (const [name, inner] of Object.entries(one)) left.push(name, inner)
  }
  return false
}
