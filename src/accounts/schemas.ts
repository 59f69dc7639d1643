import { z } from 'zod'
import { ABILITIES } from '../actor.ts'
import { Timestamp } from '../lists/schemas.ts'

/** The user of the token, and what the token allows. */
export const CurrentUser = z
  .object({
    name: z.string().describe('Name of the user: the author of their lists.'),
    verified: z.boolean().describe('Whether the operator has verified who they are.'),
    created: Timestamp.describe('When the user was made.'),
    token: z.object({
      name: z.string().nullable().describe('Its label, if it has one.'),
      abilities: z.array(z.string().meta({ enum: [...ABILITIES] })).describe('What it allows.'),
      expires: Timestamp.nullable().describe('When it expires; null is never.'),
    }),
  })
  .meta({ id: 'CurrentUser', description: 'The user of the token, and what the token allows.' })
export type CurrentUser = z.output<typeof CurrentUser>
