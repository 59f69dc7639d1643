import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLink } from '../../../src/lists/writing/links.ts'

/** Returns the address that a browser would open if the text were the href of a link. */
const opened = (text: string) => new URL(text, 'https://website.example/lists/')

describe('isLink', () => {
  it.each([
    'https://example.com',
    'http://example.com/a?b=c#d',
    'HTTPS://EXAMPLE.COM',
    'https://user@example.com:8080/',
    'https://例え.jp/道',
    'https://example.com/a:b',
    'http://[::1]:3000/',
    'example.com',
    'www.example.com/path?x=javascript:alert(1)',
    'example.com:8080',
    'example.com:8080/x',
    'discord.gg/abcdef',
    '//example.com/x',
  ])('accepts %s', (text) => {
    expect(isLink(text)).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript://example.com/%0aalert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript:8080',
    'javascript:8080/alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    ' file:@example.com',
    'ftp://example.com',
    'mailto:ada@example.com',
    'blob:https://example.com/1',
    'https://',
    'https:javascript:alert(1)',
    'http://exa mple.com',
    'just some words',
    'example.com\0',
    'https://example.com/\u0085',
  ])('refuses %j', (text) => {
    expect(isLink(text)).toBe(false)
  })

  it('accepts no text that a browser would open with another scheme than http or https', () => {
    const pieces = fc.constantFrom(
      'javascript',
      'data',
      'http',
      'https',
      'a',
      '.',
      ':',
      '/',
      '//',
      '1',
      '\\',
      '?',
      '#',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.array(pieces).map((some) => some.join('')),
        (text) => {
          fc.pre(isLink(text) && URL.canParse(text, 'https://website.example/'))
          // `example.com:8080` parses as a scheme, which no program handles; people mean host and port.
          expect(opened(text).protocol).toMatch(/^https?:$|\./)
        },
      ),
    )
  })
})
