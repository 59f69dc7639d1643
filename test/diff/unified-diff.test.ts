import { parse } from 'diff2html'
import { describe, expect, it } from 'vitest'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'

const ABSENT = '\t1970-01-01 00:00:00.000000000 +0000'
const HEADER = '--- f\n+++ f\n'
const numbered = (...lines: number[]) => lines.map((line) => `${line}\n`).join('')

describe('a unified diff', () => {
  it('shows a change with three lines of context', () => {
    expect(unifiedDiff('f', numbered(1, 2, 3, 4, 5, 6, 7, 8, 9), numbered(1, 2, 3, 4, 50, 6, 7, 8, 9))).toBe(
      `${HEADER}@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+50\n 6\n 7\n 8\n`,
    )
  })

  it('joins changes up to six lines apart in one hunk', () => {
    const before = numbered(1, 2, 3, 4, 5, 6, 7, 8)
    expect(unifiedDiff('f', `a\n${before}a\n`, `b\n${before}b\n`).match(/@@ .* @@/g)).toHaveLength(2)
    expect(unifiedDiff('f', `a\n${before.slice(4)}a\n`, `b\n${before.slice(4)}b\n`).match(/@@ .* @@/g)).toHaveLength(1)
  })

  it.each([
    ['two empty files as no difference', '', '', ''],
    ['equal files as no difference', 'a\n', 'a\n', ''],
    ['an added empty file as no difference', undefined, '', ''],
    ['a removed empty file as no difference', '', undefined, ''],
    ['an added file', undefined, 'a\nb\n', `--- f${ABSENT}\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n`],
    ['a removed file', 'a\n', undefined, `--- f\n+++ f${ABSENT}\n@@ -1,1 +0,0 @@\n-a\n`],
    ['a file that was empty', '', 'a\n', `${HEADER}@@ -0,0 +1,1 @@\n+a\n`],
    ['a file that is empty now', 'a\nb\n', '', `${HEADER}@@ -1,2 +0,0 @@\n-a\n-b\n`],
    ['an added final line end as no difference', 'b\na', 'b\na\n', ''],
    ['a removed final line end as no difference', 'a\n', 'a', ''],
    ['an empty line added to an empty file', '', '\n', `${HEADER}@@ -0,0 +1,1 @@\n+\n`],
    [
      'an added final line end next to another change',
      'a\nb',
      'c\nb\n',
      `${HEADER}@@ -1,2 +1,2 @@\n-a\n-b\n\\ No newline at end of file\n+c\n+b\n`,
    ],
    [
      'a missing final line end in both files',
      'a\nb',
      'c\nb',
      `${HEADER}@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n`,
    ],
    ['one more empty line', '\n', '\n\n', `${HEADER}@@ -1,1 +1,2 @@\n \n+\n`],
    ['lines that look like a patch', '-- a\n', '++ b\n', `${HEADER}@@ -1,1 +1,1 @@\n--- a\n+++ b\n`],
  ])('shows %s', (_, before, after, diff) => {
    expect(unifiedDiff('f', before, after)).toBe(diff)
  })

  it('puts an added run of lines that could start at several places as low as possible', () => {
    expect(unifiedDiff('f', 'a\nb\n', 'a\nb\na\nb\n')).toBe(`${HEADER}@@ -1,2 +1,4 @@\n a\n b\n+a\n+b\n`)
  })

  it.each([
    ['plain', 'mods.txt', '--- mods.txt\n+++ mods.txt\n'],
    ['letters beyond ASCII', 'Größe漢字.txt', '--- Größe漢字.txt\n+++ Größe漢字.txt\n'],
    ['a quote inside', 'a"b.txt', '--- a"b.txt\n+++ a"b.txt\n'],
    ['a backslash', 'a\\b.txt', '--- a\\b.txt\n+++ a\\b.txt\n'],
    ['spaces', 'my mods.txt', '--- "my mods.txt"\n+++ "my mods.txt"\n'],
    ['a space at the start', ' é.txt', '--- " é.txt"\n+++ " é.txt"\n'],
    ['a quote at the start', '"a\\b', '--- "\\"a\\\\b"\n+++ "\\"a\\\\b"\n'],
  ])('names a file with %s', (_, name, header) => {
    expect(unifiedDiff(name, 'a\n', 'b\n').startsWith(header)).toBe(true)
  })

  it('does not quote a name with spaces if a timestamp follows', () => {
    expect(
      unifiedDiff('my mods.txt', undefined, 'b\n').startsWith(`--- my mods.txt${ABSENT}\n+++ "my mods.txt"\n`),
    ).toBe(true)
  })

  it.each(['a b.txt', 'plugins.txt', 'é è.ini', "it's", '漢字.txt'])(
    'names %s so that a viewer shows this name',
    (name) => {
      for (const [before, after] of [
        ['a\n', 'b\n'],
        [undefined, 'b\n'],
        ['a\n', undefined],
      ]) {
        const [file] = parse(unifiedDiff(name, before, after))
        expect(file).toMatchObject({ oldName: name, newName: name })
      }
    },
  )
})
