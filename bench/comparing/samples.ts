import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { decodeText } from '../../src/text/encoding.ts'
import { normalizeLineEnds } from '../../src/text/lines.ts'
import { SAMPLES } from '../../test/support/profiles/samples.ts'
import type { Case } from './cases.ts'

/** Returns all pairs of files that have the same name in two of the real profiles. */
export function sampleCases(): Case[] {
  const files = sampleFiles()
  const profiles = [...new Set(files.map(({ profile }) => profile))].sort()
  return files.flatMap(({ profile, file, text }) =>
    profiles.flatMap((other) => {
      const counterpart = files.find((sample) => sample.profile === other && sample.file === file)
      if (other === profile || !counterpart) return []
      return { name: `${file}: ${profile} to ${other}`, before: text, after: counterpart.text }
    }),
  )
}

function sampleFiles(): { profile: string; file: string; text: string }[] {
  if (!existsSync(SAMPLES)) return []
  return readdirSync(SAMPLES, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      profile: parentPath.slice(SAMPLES.length),
      file: name,
      text: normalizeLineEnds(decodeText(readFileSync(`${parentPath}/${name}`))),
    }))
}
