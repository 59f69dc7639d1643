import { expect, it } from 'vitest'
import { lineCounts } from '../../src/diff/line-counts.ts'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'

it('the lines of a diff are counted, whatever they contain', () => {
  const before = ['same', '-- a', '+', 'C:\\new', 'back\\\\slash\\', '\u001b\t"é', 'last'].join('\n')
  const after = ['same', '++ b', '-', 'C:\\n+x', '\\', '\\\\', '\\\\\\n-y', '\\n'].join('\n')
  const diff = unifiedDiff('a\\n+.txt', before, after)
  expect(lineCounts([diff, diff])).toEqual({ added: 14, removed: 12 })
  expect(lineCounts([])).toEqual({ added: 0, removed: 0 })
})
