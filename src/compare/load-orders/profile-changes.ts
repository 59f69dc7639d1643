import { lineCounts } from '../../diff/line-counts.ts'
import { hasDiff } from '../../diff/lines.ts'
import { unifiedDiff } from '../../diff/unified-diff.ts'
import { loadOrderChanges } from '../../load-order/comparing/changes.ts'
import type { PluginForm } from '../../load-order/reading/plugins.ts'
import { type ProfileFile, readLoadOrder } from '../../load-order/reading/read.ts'
import type { LoadOrderChanges } from '../../load-order/schemas.ts'
import { normalizeLineEnds } from '../../text/lines.ts'
import { fileChange, pairFiles } from '../pairs.ts'

export interface DecodedFile extends ProfileFile {
  /** The text as the API shows it; undefined if it is the text as it is read. The code page of plugins.txt may differ. */
  content?: string | undefined
}

export interface DecodedProfile {
  files: readonly DecodedFile[]
  /** The game in addresses of Nexus Mods; null if the site does not have it, undefined if it is unknown. */
  domain: string | null | undefined
}

/** Compares two decoded profiles, such as a folder that is not uploaded. Runs in browsers too. */
export function profileChanges(before: DecodedProfile, after: DecodedProfile): LoadOrderChanges {
  const differing = differingFiles(before, after)
  const both = readBoth(before, after)
  const changes = loadOrderChanges(...both, differing.map(fileChange))
  const isRead = both.some(({ mods, plugins, settings, log }) => mods ?? plugins ?? settings[0] ?? log)
  if (isRead || differing.length === 0) return changes
  const diffs = differing.map(({ before, after }) => unifiedDiff('', before?.text, after?.text))
  return { ...changes, unread: lineCounts(diffs) }
}

function differingFiles(before: DecodedProfile, after: DecodedProfile) {
  const named = ({ files }: DecodedProfile) =>
    files.map(({ name, text, content = text }) => ({ cleanName: name, text: normalizeLineEnds(content) }))
  return pairFiles(named(before), named(after)).filter((pair) => hasDiff(pair.before?.text, pair.after?.text))
}

/** Returns the unified diff of each file that differs, in the order of `profileChanges`. */
export const profileDiffs = (before: DecodedProfile, after: DecodedProfile): { name: string; diff: string }[] =>
  differingFiles(before, after).map((pair) => {
    const { name } = fileChange(pair)
    return { name, diff: unifiedDiff(name, pair.before?.text, pair.after?.text) }
  })

/**
 * Reads both profiles. A folder of an unknown game is of the game of the other one. If both are unknown, and one
 * plugins.txt has the asterisk form, so has the other.
 */
export function readBoth(before: DecodedProfile, after: DecodedProfile) {
  const domain = [before.domain, after.domain].find((known) => known !== undefined)
  const read = (profile: DecodedProfile, form?: PluginForm) =>
    readLoadOrder(profile.files, { domain: profile.domain ?? domain, ...(form && { form }), withSources: false })
  const pair = [read(before), read(after)] as const
  const hasAsterisks = pair.some(({ pluginSources }) => pluginSources.hasAsterisks)
  if (domain !== undefined || !hasAsterisks) return pair
  return [read(before, 'asterisks'), read(after, 'asterisks')] as const
}
