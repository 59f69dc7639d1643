import { z } from 'zod'
import { ListParams } from '../lists/schemas.ts'

/** `name`: the stored name or, in any case, the clean name. */
export const FileParams = z.object({ ...ListParams.shape, name: z.string() })
