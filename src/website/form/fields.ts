import { z } from 'zod'

/** A form of these fields. A body that is none, and a field that is no text, count as empty: the page says what is missing. */
export const formOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((body) => (typeof body === 'object' && body !== null ? body : {}), z.object(shape))

/** A field of one line or more, empty if it was not sent. */
export const text = z.string().catch('')
