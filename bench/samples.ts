import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decodeText } from '../src/text/encoding.ts'
import { normalizeLineEnds } from '../src/text/lines.ts'
import type { Case } from './cases.ts'

/** Real profiles, beside the project where they are there: one folder for each, deep or not. */
const SAMPLES = fileURLToPath(new URL('../../shared/samples/', import.meta.url))

/** Each file of a profile, compared with the file of that name in each other profile. */
export function sampleCases(): Case[] {
  const profiles = [...new Set(sampleFiles().map(({ profile }) => profile))].sort()
  return sampleFiles().flatMap(({ profile, file, text }) =>
    profiles.flatMap((other) => {
      const counterpart = sampleFiles().find((sample) => sample.profile === other && sample.file === file)
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
