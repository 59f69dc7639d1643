import { z } from 'zod'
import { ListSummary } from '../../lists/schemas.ts'
import { LoadOrderChanges } from '../../load-order/schemas.ts'

export const ListChanges = z
  .object({ list1: ListSummary, list2: ListSummary, ...LoadOrderChanges.shape })
  .meta({ id: 'ListChanges', description: 'Two lists, and the changes between them in terms of mods.' })
