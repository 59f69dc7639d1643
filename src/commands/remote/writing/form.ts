import type { z } from 'zod'
import { lifetimeBetween } from '../../../lists/expiry/lifetimes.ts'
import type { ListDetail } from '../../../lists/schemas.ts'
import { eachOptionalText, type TextFieldName } from '../../../lists/text-fields.ts'
import type { Profile, ProfileFile } from '../../../lists/writing/profile/profile.ts'
import { counted, sizeText } from '../../../text/amounts.ts'
import { table } from '../../terminal.ts'

/** The fields of a list in the options of a command. */
export interface ListOptions extends Partial<Record<TextFieldName, string>> {
  private?: boolean
  expires?: string
  note?: string
}

/** Returns the form of a create or an update, without the fields that are undefined. */
export function formOf(options: ListOptions, game: number, files: readonly ProfileFile[]): FormData {
  const form = new FormData()
  const { private: isPrivate = false, ...texts } = options
  const fields = { ...texts, game: String(game), private: isPrivate ? '1' : '0' }
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, value)
  for (const file of files) form.append('files[]', new Blob([file.content]), file.name)
  return form
}

/** Returns a list's fields for an update, with the lifetime that it had, and without the note of its last revision. */
export function optionsOf(list: z.output<typeof ListDetail>): Required<Omit<ListOptions, 'note'>> {
  const { name, expires, updated } = list
  return {
    name,
    ...eachOptionalText((field) => list[field] ?? ''),
    private: list.private,
    expires: lifetimeBetween(new Date(updated), expires === null ? null : new Date(expires)),
  }
}

/** Moves files with personal data to the skipped ones, unless `withPersonal`. Their reason says how to upload them. */
export function withoutPersonal({ files, skipped }: Profile, withPersonal: boolean): Profile {
  if (withPersonal) return { files, skipped }
  const reasonOf = (file: ProfileFile) => `${heldText(file)}; upload it anyway with --with-personal`
  const personal = files.filter((file) => file.personal.length > 0)
  return {
    files: files.filter((file) => !personal.includes(file)),
    skipped: [...personal.map((file) => ({ name: file.name, reason: reasonOf(file) })), ...skipped],
  }
}

const AND = new Intl.ListFormat('en')

/** Says what personal data a file has. */
export const heldText = ({ personal }: ProfileFile): string => `holds ${AND.format(personal)}`

/** Says which files of a profile are uploaded, and why the others are not. */
export function profileText({ files, skipped }: Profile): string {
  const total = files.reduce((sum, { content }) => sum + content.length, 0)
  const rows = [
    ...files.map((file) => [
      file.name,
      sizeText(file.content.length) + (file.personal.length === 0 ? '' : `, ${heldText(file)}`),
    ]),
    ...skipped.map(({ name, reason }) => [name, `skipped: ${reason}`]),
  ]
  return table([counted(files.length, 'file'), sizeText(total)], rows)
}
