import fc from 'fast-check'
import type { Revision } from './patching.ts'

/** A few different lines, so that many are equal. Some look like lines of a patch. */
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', 'a', 'b', 'c') },
  fc.constantFrom(' ', '\t', '-', '-- a', '++ b', '--- a', '+++ a', '@@ -1 +1 @@', '\\ No newline at end of file'),
  fc.constantFrom('é', '漢字', '😀', '\f', '\x1a', '\u2028', '\u0085', 'diff --git a/a b/a', 'Index: a', '*** a'),
)

const lines = fc.oneof(
  fc.array(line, { maxLength: 12 }),
  fc.array(line, { maxLength: 60 }),
  fc.array(fc.constantFrom('a', 'b'), { maxLength: 120 }),
  fc.array(fc.nat(60).map(String), { maxLength: 90 }),
)

/** Lines made from other lines: parts are cut, duplicated, reversed or moved, and lines are added. */
const reworked = (original: readonly string[]) =>
  fc
    .array(
      fc.tuple(fc.nat(original.length), fc.nat(8), fc.constantFrom('cut', 'duplicate', 'reverse', 'move', 'add'), line),
      {
        maxLength: 5,
      },
    )
    .map((changes) =>
      changes.reduce((now, [from, length, change, added]) => {
        const part = now.slice(from, from + length)
        if (change === 'add') return now.toSpliced(from, 0, added)
        if (change === 'duplicate') return now.toSpliced(from, 0, ...part)
        if (change === 'reverse') return now.toSpliced(from, part.length, ...part.toReversed())
        const rest = now.toSpliced(from, part.length)
        return change === 'cut' ? rest : rest.toSpliced(Math.floor(from / 2), 0, ...part)
      }, original as string[]),
    )

const text = (content: fc.Arbitrary<string[]>) =>
  fc.tuple(content, fc.boolean()).map(([all, ended]) => all.join('\n') + (ended && all.length > 0 ? '\n' : ''))

const twoTexts = fc.oneof(
  fc.tuple(text(lines), text(lines)),
  lines.chain((original) => fc.tuple(text(fc.constant(original)), text(reworked(original)))),
)

/** Parts of file names with unusual characters. */
const nameParts = fc.string({ unit: fc.constantFrom(...'ab.- "\'\\ñ漢😀~#$&;()'), maxLength: 6 })

/** Files of a list with different names, present on both sides or on one. */
export const revisions = (count: number): fc.Arbitrary<Revision[]> =>
  fc
    .array(fc.tuple(nameParts, twoTexts, fc.constantFrom('both', 'both', 'both', 'before', 'after')), {
      minLength: count,
      maxLength: count,
    })
    .map((files) =>
      files.map(([part, [before, after], present], at) => ({
        name: `${part}${at}${part}`,
        before: present === 'after' ? undefined : before,
        after: present === 'before' ? undefined : after,
      })),
    )
