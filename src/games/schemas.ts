import { z } from 'zod'
import { ListOfGame } from '../lists/schemas.ts'

export const GameParams = z.object({ game: z.string() })

export const GameSummary = z.object({ id: z.int(), name: z.string(), lists_count: z.int() })

export const GameDetail = z.object({ id: z.int(), name: z.string(), lists: z.array(ListOfGame) })
