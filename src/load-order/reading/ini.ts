import { keyOf, NAME_LIMIT } from '../key.ts'
import type { Note, Setting } from '../schemas.ts'
import { type Dropped, drop, droppedNotes, noneDropped } from './notes.ts'

interface Section {
  name: string
  /** Collects the lines of a section that is ignored. */
  dropped?: Dropped
}

interface IniOptions {
  /** Reports whether a section is left out. */
  isLeftOut?: (section: string) => boolean
  /** Whether each value of a repeated key is a setting. Programs of the Unreal Engine keep arrays so. */
  keepsRepeated?: boolean
}

/**
 * Reads an ini file like the Windows profile functions that games use: the first section with a name and the first
 * value of a key count. Returns the settings, the line number of each, from 1, and the names of the sections. Sections
 * that are left out are not noted either.
 */
export function readIni(
  file: string,
  lines: readonly string[],
  { isLeftOut = () => false, keepsRepeated = false }: IniOptions = {},
) {
  const settings: Setting[] = []
  const lineNumbers: number[] = []
  /** The names of the sections by their keys. */
  const sections = new Map<string, string>()
  /** The first setting with each key in the current section. */
  const keys = new Map<string, Setting>()
  /** The values of the repeated keys of the current section. */
  const values = new Map<string, Set<string>>()
  const [repeatedSettings, repeatedSections, ignored] = [noneDropped(), noneDropped(), noneDropped()]

  const open = (name: string): Section => {
    if (name.length > NAME_LIMIT || isLeftOut(name)) return { name, dropped: ignored }
    const first = sections.get(keyOf(name))
    if (first !== undefined) {
      drop(repeatedSections, first)
      return { name: first, dropped: repeatedSections }
    }
    sections.set(keyOf(name), name)
    keys.clear()
    if (values.size > 0) values.clear()
    return { name }
  }

  let section: Section = { name: '' }
  lines.forEach((untrimmed, place) => {
    const line = untrimmed.trim()
    if (line.startsWith('[')) {
      const end = line.indexOf(']')
      if (end !== -1) section = open(line.slice(1, end).trim())
      return
    }
    const setting = readSetting(section.name, line)
    if (setting === undefined) return
    if (section.dropped) {
      drop(section.dropped, section.name)
      return
    }
    if (sections.size === 0) open('') // settings before the first section belong to an unnamed section
    const key = keyOf(setting.key)
    const first = keys.get(key)
    if (first === undefined) keys.set(key, setting)
    else {
      drop(repeatedSettings, `${section.name}/${first.key}`)
      const known = values.get(key) ?? new Set([first.value])
      if (!keepsRepeated || known.has(setting.value)) return
      values.set(key, known.add(setting.value))
    }
    settings.push(first === undefined ? setting : { ...setting, key: first.key })
    lineNumbers.push(place + 1)
  })
  return {
    settings,
    sections: [...sections.values()],
    lineNumbers,
    notes: [
      ...droppedNotes(file, 'repeated_settings', repeatedSettings),
      ...droppedNotes(file, 'repeated_sections', repeatedSections),
    ] satisfies Note[],
  }
}

function readSetting(section: string, line: string): Setting | undefined {
  if (line.startsWith(';') || line.startsWith('#')) return undefined
  const equals = line.indexOf('=')
  const key = line.slice(0, Math.max(equals, 0)).trim()
  return key === '' ? undefined : { section, key, value: withoutQuotes(line.slice(equals + 1).trim()) }
}

function withoutQuotes(value: string): string {
  const quote = value[0]
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote)
  return isQuoted ? value.slice(1, -1) : value
}
