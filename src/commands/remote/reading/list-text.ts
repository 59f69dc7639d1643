import type pc from 'picocolors'
import type { RevisionSummary } from '../../../lists/revisions/schemas.ts'
import type { ListDetail, ListSummary } from '../../../lists/schemas.ts'
import { OPTIONAL_TEXTS, type OptionalTextName, TEXT_FIELDS } from '../../../lists/text-fields.ts'
import { sizeText } from '../../../text/amounts.ts'
import { harmless } from '../../../text/harmless.ts'
import { splitLines } from '../../../text/lines.ts'
import { table } from '../../terminal.ts'
import type { LocalPlace, Source } from '../sources.ts'

export type Fields = readonly (readonly [name: string, value: string | null])[]

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

type Colors = ReturnType<typeof pc.createColors>

/** Returns a unified diff in the colours of `diff --color`. */
export function coloredDiff(diff: string, colors: Colors): string {
  return diff
    .split('\n')
    .map((line, index) => {
      if (index < 2) return colors.bold(line)
      if (line.startsWith('@@')) return colors.cyan(line)
      if (line.startsWith('+')) return colors.green(line)
      return line.startsWith('-') ? colors.red(line) : line
    })
    .join('\n')
}

export function listText(list: ListDetail, withLines: boolean): string {
  const author = list.author === null ? 'anonymous' : list.author.name + (list.author.verified ? ' (verified)' : '')
  const fields: Fields = [
    ['Name', list.name],
    ['Game', list.game.name],
    ['Author', author],
    ...optionalFields(list),
    ['Private', list.private ? 'yes' : null],
    ['Expires', list.expires],
    ['Created', list.created],
    ['Updated', list.updated],
    ['Address', list.links.self],
  ]
  const files = withLines
    ? list.files.map(({ clean_name, content }) => [`==> ${clean_name} <==`, ...content].join('\n')).join('\n\n')
    : table(list.files, {
        FILE: ({ clean_name }) => clean_name,
        BYTES: ({ bytes }) => bytes,
        LINES: ({ content }) => content.length,
      })
  return `${fieldsText(fields)}\n\n${files}`
}

export function localText({ name, files }: Source, kind: LocalPlace['kind'], withLines: boolean): string {
  const text = withLines
    ? files.map(({ name, text }) => `==> ${name} <==\n${text}`.replace(/\n$/, '')).join('\n\n')
    : table(files, { FILE: ({ name }) => name, LINES: ({ text }) => splitLines(text).length })
  return `${kind === 'file' ? 'File' : 'Folder'}  ${harmless(name)}\n\n${text}`
}

const timeText = (timestamp: string): string => timestamp.replace(/\.\d+Z$/, 'Z')

export const listsTable = (lists: readonly ListSummary[]): string =>
  table(lists, {
    SLUG: ({ slug }) => slug,
    NAME: ({ name }) => name,
    GAME: ({ game }) => game.name,
    AUTHOR: ({ author }) => author?.name ?? null,
    UPDATED: ({ updated }) => timeText(updated),
  })

export const historyTable = (revisions: readonly RevisionSummary[]): string =>
  table(revisions, {
    REVISION: ({ revision }) => revision,
    CREATED: ({ created }) => timeText(created),
    VERSION: ({ version }) => version,
    FILES: ({ files }) => files.length,
    SIZE: ({ files }) => sizeText(files.reduce((sum, { bytes }) => sum + bytes, 0)),
    ...(revisions.some((revision) => revision.private) && { PRIVATE: (revision) => revision.private || null }),
  })
