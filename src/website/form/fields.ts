import { z } from 'zod'
import { formSchema } from '../../http/request/upload.ts'

/** Returns the schema of a form with these fields. */
export const formOf = <Shape extends z.ZodRawShape>(shape: Shape) => formSchema(z.object(shape))

/** A text field; empty if it is missing or not a text. */
export const text = z.string().catch('')

/** A number from 1 to `max`, in decimal digits. Anything else counts as `fallback`, also 0x1 and 1e3. */
export const wholeNumber = (max: number, fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.int().max(max))
    .catch(fallback)

/** The largest value of an id in the database (an integer of 32 bits). */
const MAX_ID = 2 ** 31 - 1

/** The id of a row. An invalid one counts as 0, which no row has. */
export const rowId = wholeNumber(MAX_ID, 0)

export const IdForm = formOf({ id: rowId })
