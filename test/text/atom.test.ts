import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AtomFeed, atomFeed } from '../../src/text/atom.ts'
import { anyCharacter } from '../support/any-character.ts'
import { readAtom } from '../support/atom/atom.ts'

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
      { numRuns: 500 },
    )
  })

  it('can have no entries', () => {
    expect(readAtom(feedOf({ entries: [] })).entries).toEqual([])
  })
})

/** Shows that the validator that the tests above use rejects invalid feeds. */
describe('the feed validator of the tests', () => {
  const text = atomFeed(FEED)
  const replace = (from: string | RegExp, to: string) => {
    const broken = text.replace(from, to)
    expect(broken).not.toBe(text)
    return broken
  }

  it.each([
    ['a second title', () => replace('<title>', '<title>again</title><title>')],
    ['no title', () => replace('<title>A list</title>', '')],
    ['no id', () => replace(/<id>.*?<\/id>/, '')],
    ['an id that is not a URI', () => replace(/<id>.*?<\/id>/, '<id>my list</id>')],
    ['two entries with the same id', () => replace('2026:a/2', '2026:a/1')],
    ['no time of the last update', () => replace(/<updated>.*?<\/updated>/, '')],
    ['a time without a zone', () => replace('123000Z', '123000')],
    ['a date instead of a time', () => replace(/<updated>.*?<\/updated>/, '<updated>2026-11-20</updated>')],
    ['a date that does not exist', () => replace('2026-11-20T', '2026-02-30T')],
    ['no author anywhere', () => replace(/<author>.*?<\/author>/, '')],
    ['an author without a name', () => replace(/<name>.*?<\/name>/, '')],
    ['a link without an address', () => replace(/ href=".*?"/, '')],
    [
      'two alternate links of the same type',
      () => replace('rel="self" type="application/atom+xml"', 'type="text/html"'),
    ],
    ['an entry without a link or content', () => replace(/<link [^>]*><content.*?<\/content>/s, '')],
    ['an unknown element', () => replace('<entry>', '<item/><entry>')],
    ['an unknown attribute', () => replace('<entry>', '<entry name="a">')],
    ['elements in a text', () => replace('&lt;b&gt;', '<b/>')],
    ['an unknown text type', () => replace('type="html"', 'type="markdown"')],
    ['another namespace', () => replace('2005/Atom', '2006/Atom')],
    ['an unclosed element', () => replace('</entry>', '')],
    ['a control character', () => replace('A list', 'A \u0001')],
    ['the end of a CDATA section that was not opened', () => replace('A list', ']]>')],
  ])('rejects %s', (_, broken) => {
    const xml = broken()
    expect(() => readAtom(xml)).toThrow()
  })
})
