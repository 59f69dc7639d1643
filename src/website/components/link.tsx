import { isLink } from '../../lists/writing/links.ts'

/** Returns the http or https address of a link entered by a user, or undefined for any other scheme. */
export function webAddress(text: string): string | undefined {
  if (!isLink(text)) return undefined
  return /^https?:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`
}

/** A link that looks like a button. */
export const ButtonLink = ({ to, text }: { to: string; text: string }) => (
  <a class="button" href={to}>
    {text}
  </a>
)

/** A link entered by a user. Search engines do not follow it, and its site gets no referrer. */
export function GivenLink({ to, name }: { to: string | null; name: string }) {
  const address = to === null ? undefined : webAddress(to)
  if (address === undefined) return null
  return (
    <a href={address} rel="nofollow ugc noopener noreferrer">
      {name}
    </a>
  )
}
