import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AtomFeed, atomFeed } from '../../src/text/atom.ts'
import { anyCharacter } from '../support/any-character.ts'
import { readAtom } from '../support/atom.ts'

const HEADS = [
  { id: 'tag:example.com,2026:a/2', title: 'Two', updated: '2026-11-20T08:30:00.123000Z' },
  { id: 'tag:example.com,2026:a/1', title: '1', updated: '2026-11-19T08:30:00.000000Z' },
] as const

const FEED: AtomFeed = {
  id: 'tag:example.com,2026:a',
  title: 'A list',
  author: 'ann',
  updated: '2026-11-20T08:30:00.123000Z',
  self: 'https://api.example.com/a.atom?b=c&d',
  alternate: 'https://www.example.com/a',
  entries: [
    { ...HEADS[0], html: '<p>a &amp; <b>b</b></p>\n\n"c"\n' },
    { ...HEADS[1], html: 'one' },
  ],
}
const feedOf = (changes: Partial<AtomFeed>) => atomFeed({ ...FEED, ...changes })

describe('an Atom feed', () => {
  it('is valid and contains what was written', () => {
    const { self, alternate, entries: _, ...fields } = FEED
    expect(readAtom(atomFeed(FEED))).toEqual({
      ...fields,
      links: { self, alternate },
      entries: [
        { ...HEADS[0], type: 'html', content: '<p>a &amp; <b>b</b></p>\n\n"c"\n' },
        { ...HEADS[1], type: 'html', content: 'one' },
      ],
    })
  })

  it.each([
    ['markup', ']]></content><script>&lt;&amp;</script><!-- -->', ']]></content><script>&lt;&amp;</script><!-- -->'],
    ['quotes', `"'\``, `"'\``],
    [
      'control characters',
      'a\0b\u0001c\u001bd\u007fe\u0085f\tg\nh\ri',
      'a\ufffdb\ufffdc\ufffdd\u007fe\u0085f\tg\nh\ufffdi',
    ],
    ['lone surrogates', 'a\ud800b\udc00c😀', 'a\ufffdb\ufffdc😀'],
    ['noncharacters', 'a\ufffeb\uffff', 'a\ufffdb\ufffd'],
    ['spaces at both ends', '  a \n', '  a \n'],
    ['text that looks like a number', '1.10', '1.10'],
    ['no characters', '', ''],
  ])('is valid with %s in its texts', (_, text, shown) => {
    const entries = [{ id: 'tag:example.com,2026:a/1', title: text, updated: FEED.updated, html: text }]
    const read = readAtom(feedOf({ title: text, author: text, entries }))
    expect(read).toMatchObject({ title: shown, author: shown, entries: [{ title: shown, content: shown }] })
  })

  it('is valid for any texts', () => {
    const texts = string({ unit: anyCharacter, maxLength: 50 })
    assert(
      property(texts, (text) => {
        const entries = [{ id: 'tag:example.com,2026:a/1', title: text, updated: FEED.updated, html: text }]
        expect(readAtom(feedOf({ title: text, author: text, entries })).entries).toHaveLength(1)
      }),
      { numRuns: 200 },
    )
  })

  it('can have no entries', () => {
    expect(readAtom(feedOf({ entries: [] })).entries).toEqual([])
  })
})
