import { z } from 'zod'
import { GAME_TYPES, ListFields } from '../../lists/writing/input.ts'

/** The body of a request to analyse files. A missing body counts as one without files. */
export const AnalyseInput = z
  .preprocess(
    (body) => (typeof body === 'object' && body !== null ? body : {}),
    z.object({
      files: ListFields.shape.files,
      game: z
        .preprocess((value) => (value === '' ? undefined : value), ListFields.shape.game.optional())
        .meta({ description: 'Id of the game, or its name in any case; see `GET /v1/games`.', ...GAME_TYPES }),
    }),
  )
  .meta({ id: 'AnalyseForm', description: 'The files to read.' })
export type AnalyseInput = z.output<typeof AnalyseInput>
