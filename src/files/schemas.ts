import { z } from 'zod'
import { RevisionParams } from '../lists/revisions/schemas.ts'
import { ListParams } from '../lists/schemas.ts'

const name = z.string().meta({
  description: 'The `name` of a file, or its `clean_name`, ignoring case.',
  examples: ['modlist.txt'],
})

export const FileParams = z.object({ ...ListParams.shape, name })
export const RevisionFileParams = z.object({ ...RevisionParams.shape, name })

export const Zip = z.string().meta({ format: 'binary' })
