import { describe, expect, it } from 'vitest'
import { alignOrders } from '../../../src/load-order/comparing/side-by-side.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'

const orderOf = (lines: string) => readLoadOrder([{ name: 'modlist.txt', text: lines.split(' ').reverse().join('\n') }])

/** Returns the lines as text: `before|after`, with `~` for an entry at another line, and folded runs as numbers. */
function linesOf(before: string, after: string): string[] {
  const { mods } = alignOrders(orderOf(before), orderOf(after))
  return (mods?.lines ?? []).map((line) => {
    if ('names' in line) return `${line.names.length} from ${line.before}, ${line.after}`
    return line.map((cell) => (cell === null ? '' : `${cell.isElsewhere ? '~' : ''}${cell.name}`)).join('|')
  })
}

describe('two orders side by side', () => {
  it('stand in the same line where nothing moved, with the others in between', () => {
    expect(linesOf('+A +B +C', '+A +X +C')).toEqual(['A|A', 'B|X', 'C|C'])
    expect(linesOf('+A +B +C', '+B +C +A')).toEqual(['~A|', 'B|B', 'C|C', '|~A'])
  })

  it('contain each entry of each order once, in its order', () => {
    const [before, after] = ['+A +B +C +D +E +F', '+F +C +X +A +E +Y +B']
    const cells = linesOf(before, after).map((line) => line.replaceAll('~', '').split('|'))
    const column = (at: number) => cells.map((line) => line[at]).filter((name) => name !== '')
    expect(column(0)).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
    expect(column(1)).toEqual(['F', 'C', 'X', 'A', 'E', 'Y', 'B'])
  })

  it('are null for parts that neither list has', () => {
    expect(alignOrders(orderOf('+A'), orderOf('+A')).plugins).toBeNull()
  })
})
