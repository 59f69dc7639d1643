import { expect, it } from 'vitest'
import { pairFiles } from '../../src/compare/pairs.ts'

const files = (...names: string[]) => names.map((cleanName) => ({ cleanName }))
const names = (before: string[], after: string[]) =>
  pairFiles(files(...before), files(...after)).map((pair) => [pair.before?.cleanName, pair.after?.cleanName])

it('files are paired by name regardless of case, in the order of the first list', () => {
  expect(names(['b.txt', 'A.txt', 'É.ini'], ['é.ini', 'a.TXT', 'B.txt'])).toEqual([
    ['b.txt', 'B.txt'],
    ['A.txt', 'a.TXT'],
    ['É.ini', 'é.ini'],
  ])
})

it('files are paired by name regardless of Unicode normalisation', () => {
  const [composed, decomposed] = ['größe.txt', 'größe.txt'.normalize('NFD')]
  expect(names([composed, 'J\u030c'], ['GRÖSSE.txt', decomposed, '\u01f0'])).toEqual([
    [composed, decomposed],
    ['J\u030c', '\u01f0'], // only the lower case letter has a composed form
    [undefined, 'GRÖSSE.txt'],
  ])
})

it('files that only the second list has come last, in their order', () => {
  expect(names(['b', 'c'], ['z', 'c', 'a'])).toEqual([
    ['b', undefined],
    ['c', 'c'],
    [undefined, 'z'],
    [undefined, 'a'],
  ])
})
