import type { z } from 'zod'
import { lifetimeBetween } from '../../../lists/expiry/lifetimes.ts'
import type { ListDetail } from '../../../lists/schemas.ts'
import type { Profile } from '../../../lists/writing/profile.ts'
import { sizeText } from '../../../text/size.ts'
import { table } from '../../terminal.ts'

/** The fields of a list, as options of a command give them. */
export interface ListOptions {
  name?: string
  description?: string
  private?: boolean
  expires?: string
  version?: string
  website?: string
  discord?: string
  readme?: string
}

/** The form of a create or an update: what is undefined is left out. */
export function formOf(options: ListOptions, game: number, { taken }: Profile): FormData {
  const form = new FormData()
  const { private: isPrivate = false, ...texts } = options
  const fields = { ...texts, game: String(game), private: isPrivate ? '1' : '0' }
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, value)
  for (const file of taken) form.append('files[]', new Blob([file.content]), file.name)
  return form
}

/** What an update sends of a list as it is: the fields, and for how long it lives, which begins anew. */
export function optionsOf(list: z.output<typeof ListDetail>): Required<ListOptions> {
  const { name, expires, updated } = list
  return {
    name,
    description: list.description ?? '',
    private: list.private,
    expires: lifetimeBetween(new Date(updated), expires === null ? null : new Date(expires)),
    version: list.version ?? '',
    website: list.website ?? '',
    discord: list.discord ?? '',
    readme: list.readme ?? '',
  }
}

/** Which files of a profile are sent, and why the others are not. */
export function profileText({ taken, left }: Profile): string {
  const total = taken.reduce((sum, { content }) => sum + content.length, 0)
  const rows = [
    ...taken.map(({ name, content }) => [name, sizeText(content.length)]),
    ...left.map(({ name, reason }) => [name, `left: ${reason}`]),
  ]
  return table([`${taken.length} files`, sizeText(total)], rows)
}
