import { keyOf, NAME_LIMIT } from './key.ts'
import { type Dropped, drop, droppedNotes, noneDropped } from './notes.ts'
import type { Note, Setting } from './schemas.ts'

interface Section {
  name: string
  /** By key. */
  settings: Map<string, Setting>
  /** Where the lines of a section that is not read go. */
  dropped?: Dropped
}

/** An ini file as the Windows profile functions give it to a game: the first section of a name, the first value of a key. */
export function readIni(file: string, lines: readonly string[]): { settings: Setting[]; notes: Note[] } {
  const settings: Setting[] = []
  const [repeatedSettings, repeatedSections, unnamed] = [noneDropped(), noneDropped(), noneDropped()]
  const known = new Map<string, Section>()
  let section: Section = { name: '', settings: new Map() }

  const open = (name: string): Section => {
    if (name.length > NAME_LIMIT) return { name, settings: new Map(), dropped: unnamed }
    const first = known.get(keyOf(name))
    if (first !== undefined) {
      drop(repeatedSections, first.name)
      return { ...first, dropped: repeatedSections }
    }
    const opened = { name, settings: new Map<string, Setting>() }
    known.set(keyOf(name), opened)
    return opened
  }

  for (const untrimmed of lines) {
    const line = untrimmed.trim()
    if (line.startsWith('[')) {
      const end = line.indexOf(']')
      if (end !== -1) section = open(line.slice(1, end).trim())
      continue
    }
    const setting = readSetting(section.name, line)
    if (setting === undefined) continue
    if (section.dropped) {
      drop(section.dropped, section.name)
      continue
    }
    if (section.name === '') known.set('', section) // those before any section are one, once there are some
    const key = keyOf(setting.key)
    const first = section.settings.get(key)
    if (first !== undefined) drop(repeatedSettings, `${first.section}/${first.key}`)
    else {
      section.settings.set(key, setting)
      settings.push(setting)
    }
  }
  return {
    settings,
    notes: [
      ...droppedNotes(file, 'repeated_settings', repeatedSettings),
      ...droppedNotes(file, 'repeated_sections', repeatedSections),
    ],
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
