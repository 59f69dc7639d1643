import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { decodeText } from '../../src/text/encoding.ts'
import { normalizeLineEnds } from '../../src/text/lines.ts'
import { SAMPLES } from '../../test/support/profiles/samples.ts'
import type { Case } from './cases.ts'

export const sampleCases = (): Case[] => profileCases(SAMPLES)

/** Returns all pairs of files that have the same name in two profiles. Each profile is a folder in `folder`. */
export function profileCases(folder: string): Case[] {
  const files = filesOf(folder)
  const profiles = [...new Set(files.map(({ profile }) => profile))].sort()
  return files.flatMap(({ profile, file, text }) =>
    profiles.flatMap((other) => {
      const counterpart = files.find((sample) => sample.profile === other && sample.file === file)
      if (other === profile || !counterpart) return []
      return { name: `${file}: ${profile} to ${other}`, before: text, after: counterpart.text }
    }),
  )
}

function filesOf(folder: string): { profile: string; file: string; text: string }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      profile: parentPath.slice(folder.length),
      file: name,
      text: normalizeLineEnds(decodeText(readFileSync(`${parentPath}/${name}`))),
    }))
}
