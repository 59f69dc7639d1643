import { expect, it } from 'vitest'
import { neighboursIn } from '../../../src/load-order/reading/neighbours.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'

const modlist = (text: string) => readLoadOrder([{ name: 'modlist.txt', text }])

it('the neighbours of a mod are the nearest mods by priority, off ones too, across separators', () => {
  const order = modlist('+C\n*DLC: D\n+S_separator\n-B\n+A\n')
  expect(neighboursIn(order, 'mod', 'b')).toEqual({ before: 'A', after: 'C' })
  expect(neighboursIn(order, 'mod', 'a')).toEqual({ before: null, after: 'B' })
  expect(neighboursIn(order, 'mod', 'c')).toEqual({ before: 'B', after: null })
})

it('a load order without the name, or without such a part, has no neighbours', () => {
  expect(neighboursIn(modlist('+A\n'), 'mod', 'b')).toBeNull()
  expect(neighboursIn(modlist('+A\n'), 'plugin', 'a')).toBeNull()
})
