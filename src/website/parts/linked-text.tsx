import { LinkifyIt } from 'linkify-it'
import { webAddress } from './link.tsx'

/** Finds only complete addresses: a file name such as `SkyUI.io` does not become a link. */
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
for (const schema of ['ftp:', 'mailto:', '//']) linkify.add(schema, null)

/** An author's text with its http and https addresses as links. Search engines do not follow them. */
export function LinkedText({ text }: { text: string }) {
  const links = linkify.match(text) ?? []
  return (
    <>
      {links.map(({ index, lastIndex, url }, at) => (
        <>
          {text.slice(links[at - 1]?.lastIndex ?? 0, index)}
          <a href={webAddress(url) ?? '#'} rel="nofollow ugc noopener noreferrer">
            {text.slice(index, lastIndex)}
          </a>
        </>
      ))}
      {text.slice(links.at(-1)?.lastIndex ?? 0)}
    </>
  )
}
