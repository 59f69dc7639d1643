import { z } from 'zod'
import { formSchema } from '../../http/request/form-schema.ts'

/** Returns the schema of a form with these fields. */
export const formOf = <Shape extends z.ZodRawShape>(shape: Shape) => formSchema(z.object(shape))

/** A text field; empty if it is missing or not a text. */
export const text = z.string().catch('')

/** The id of a row. An invalid one counts as 0, which no row has. */
export const rowId = z.coerce.number().int().positive().catch(0)

export const IdForm = formOf({ id: rowId })

/** The query of a page of entries: `page`, from 1. An invalid number counts as 1. */
export const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).catch(1) })
