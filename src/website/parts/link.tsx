import { isLink } from '../../lists/writing/links.ts'

/** Where a link that someone gave leads: nowhere unless it is one of the web, whatever has been stored. */
export function webAddress(text: string): string | undefined {
  if (!isLink(text)) return undefined
  return /^https?:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`
}

/** A link that someone gave, which is not recommended by us, nor told where it was followed. */
export function GivenLink({ to, name }: { to: string | null; name: string }) {
  const address = to === null ? undefined : webAddress(to)
  if (address === undefined) return null
  return (
    <a href={address} rel="nofollow ugc noopener noreferrer">
      {name}
    </a>
  )
}
