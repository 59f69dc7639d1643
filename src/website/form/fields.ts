import { z } from 'zod'

/**
 * The schema of a form. A body that is not an object counts as an empty form, so that the page says what is missing.
 */
export const formOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((body) => (typeof body === 'object' && body !== null ? body : {}), z.object(shape))

/** A text field; empty if it is missing or not a text. */
export const text = z.string().catch('')

/** The query of a page of entries: `page`, from 1. An invalid number counts as 1. */
export const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).catch(1) })
