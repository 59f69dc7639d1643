import { z } from 'zod'

/** The user of the token, and what the token allows. */
export const CurrentUser = z.object({
  name: z.string(),
  verified: z.boolean(),
  created: z.string(),
  token: z.object({ name: z.string().nullable(), abilities: z.array(z.string()), expires: z.string().nullable() }),
})
export type CurrentUser = z.output<typeof CurrentUser>
