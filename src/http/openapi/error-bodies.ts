import { z } from 'zod'

const message = z.string().describe('Explanation for people.')

/** The body of every error except 422. */
z.object({ message }).meta({ id: 'ErrorMessage', description: 'Why the request failed.' })

/** The body of 422. */
z.object({
  message: message.describe('The first of the messages in `errors`.'),
  errors: z
    .record(z.string(), z.array(z.string()).min(1))
    .describe('Messages by field or parameter, named as in the request.'),
}).meta({ id: 'ValidationError', description: 'Which fields or parameters are invalid.' })
