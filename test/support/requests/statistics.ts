import { buildApp } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { options } from '../it.ts'

/** Returns the statistics of a new server, because those of a running server can be a minute old. */
export async function freshStatistics(context: CompareContext) {
  const app = await buildApp(context, options)
  const answer = await app.inject('/v1/stats')
  await app.close()
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().data
}
