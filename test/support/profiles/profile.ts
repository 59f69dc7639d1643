import { readLoadOrder } from '../../../src/load-order/reading/read.ts'

/** The lines of a profile's files by name. */
export type Profile = Record<string, string[]>

export const readProfile = (profile: Profile) =>
  readLoadOrder(Object.entries(profile).map(([name, lines]) => ({ name, text: lines.join('\n') })))
