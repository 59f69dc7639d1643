import { z } from 'zod'
import { MODERATOR_ABILITIES } from '../actor.ts'
import { Timestamp } from '../lists/schemas.ts'

export const CurrentUser = z
  .object({
    name: z.string().describe('Name of the user, which their lists show as the author.'),
    verified: z.boolean().describe('Whether the operator has verified the identity of the user.'),
    created: Timestamp.describe('When the user was created.'),
    token: z.object({
      name: z.string().nullable().describe('Label of the token; null if it has none.'),
      abilities: z.array(z.string().meta({ enum: [...MODERATOR_ABILITIES] })).describe('What the token allows.'),
      expires: Timestamp.nullable().describe('When the token expires; null means never.'),
    }),
  })
  .meta({ id: 'CurrentUser', description: 'The user of the token, and what the token allows.' })
export type CurrentUser = z.output<typeof CurrentUser>
