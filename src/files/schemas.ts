import { z } from 'zod'
import { ListParams } from '../lists/schemas.ts'

/** `name`: the stored name or, in any case, the clean name. */
export const FileParams = z.object({ ...ListParams.shape, name: z.string() })

/** A response that is not JSON: its media type, and what it is to a program that reads the API's description. */
export const bytesAs = (type: string, schema = z.string()) => ({ content: { [type]: { schema } } })

export const binary = z.string().meta({ format: 'binary' })
