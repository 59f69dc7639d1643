import type { FieldErrors } from '../../errors.ts'
import type { StoredProfile } from '../../load-order/reading/stored-profile.ts'
import type { CulpritInput } from '../culprit/input.ts'
import type { CulpritState } from '../culprit/schemas.ts'
import { culpritOf } from '../culprit/state.ts'
import { contentsJson } from './merge.ts'
import { withHead } from './result.ts'

/** The files are those of the working list, then those of the crashing one. */
export interface CulpritTask extends StoredProfile {
  /** Number of files of the working list. */
  baseFiles: number
  input: CulpritInput
  /** The games of both lists in addresses of Nexus Mods. */
  domains: readonly [works: string | null, crashes: string | null]
  /** Whether the files follow as they are stored, or as the JSON of a response. */
  as: 'bytes' | 'json'
}

/** First line of the result. */
export interface CulpritHead {
  /** Then nothing follows. */
  errors?: FieldErrors
  state?: CulpritState
  /** The files, whose bytes follow in this order. */
  files?: { name: string; bytes: number }[]
}

/** Plays the answers back, and returns the state of the search with the files of the set to test next. */
export function culprit({ files, names, baseFiles, input, domains, as }: CulpritTask) {
  const stored = files.map((content, at) => ({ name: names[at] ?? '', content }))
  const [works, crashes] = [stored.slice(0, baseFiles), stored.slice(baseFiles)]
  const result = culpritOf({ files: works, domain: domains[0] }, { files: crashes, domain: domains[1] }, input)
  if ('errors' in result) return withHead(result satisfies CulpritHead)
  const written = result.files
  const head: CulpritHead = {
    state: result.state,
    files: written.map(({ name, content }) => ({ name, bytes: content.length })),
  }
  if (as === 'bytes') return withHead(head, ...written.map(({ content }) => content))
  return withHead(head, ...contentsJson(written, written))
}
