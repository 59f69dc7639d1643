import { z } from 'zod'

/** Makes the schema of a form take a body that is not an object as an empty form, so that errors name missing fields. */
export const formSchema = <Fields extends z.ZodType>(fields: Fields) =>
  z.preprocess((body) => (isObject(body) ? body : {}), fields)

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body)
