import { OPTIONAL_TEXTS, type OptionalTextName, TEXT_FIELDS } from '../lists/text-fields.ts'

/** Names and values. A field without a value is not shown. */
export type Fields = readonly (readonly [name: string, value: string | null])[]

/** Returns the optional fields of a list under their labels. */
export const optionalFields = (list: Record<OptionalTextName, string | null>): Fields =>
  OPTIONAL_TEXTS.map((name) => [TEXT_FIELDS[name].label, list[name]])

/** Returns a line for each field. Further lines of a value are indented. */
export function fieldsText(fields: Fields): string {
  const width = Math.max(...fields.map(([name]) => name.length)) + 2
  const lines = fields.flatMap(([name, value]) =>
    value === null ? [] : [name.padEnd(width) + value.replaceAll(/\r\n?|\n/g, `\n${' '.repeat(width)}`)],
  )
  return lines.join('\n')
}
