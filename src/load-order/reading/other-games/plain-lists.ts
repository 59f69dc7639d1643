import { splitLines } from '../../../text/lines.ts'
import type { FileKind } from '../kind.ts'

/** The list of Kenshi: one file on each line, the first of which loads first. */
export const kenshi: FileKind = {
  names: /^mods\.cfg$/i,
  pasted: {
    name: 'mods.cfg',
    sign: ({ entries }) => entries.length > 0 && entries.every((line) => /\.mod$/i.test(line)),
  },
  mods: ({ text }) => {
    const names = splitLines(text).map((line) => line.trim())
    const mods = names.filter((name) => name !== '' && !name.startsWith('#'))
    return mods.length > 0 ? mods.map((name) => ({ name, enabled: true })) : null
  },
}

const ACTIVE = /^ActiveModList=/i

/** The settings of Palworld, with a line for each mod that is on. */
export const palworld: FileKind = {
  names: /^palmodsettings\.ini$/i,
  folder: null,
  pasted: { name: 'PalModSettings.ini', sign: /^ActiveModList=/im },
  mods: ({ text }) => {
    const active = splitLines(text).flatMap((line) => {
      const setting = line.trim()
      return ACTIVE.test(setting) ? [setting.replace(ACTIVE, '').trim()] : []
    })
    return active.length > 0 ? active.map((name) => ({ name, enabled: true })) : null
  },
}
