import { z } from 'zod'

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'on', 'yes'].map((word) => [word, true] as const),
  ...['0', 'false', 'off', 'no', ''].map((word) => [word, false] as const),
])

export const isTrue = (text: string): boolean => WORDS.get(text.toLowerCase()) ?? false

/** A boolean of a form or of JSON: `true false 1 0 on off yes no`, in any case. A missing or empty one is false. */
export function booleanField(field: string) {
  const problem = `The ${field} field must be true or false.`
  return z
    .preprocess(
      (value) => (typeof value === 'boolean' || typeof value === 'number' ? String(value) : (value ?? '')),
      z
        .string(problem)
        .toLowerCase()
        .refine((value) => WORDS.has(value), problem),
    )
    .transform(isTrue)
}
