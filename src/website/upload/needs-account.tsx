import type { Site } from '../parts/site.ts'

/** Says that this site takes no anonymous uploads, with a link to the sign-in that leads to the upload page. */
export const NeedsAccount = ({ site }: { site: Site }) => (
  <p class="notes">
    Uploads need an account here. <a href={`${site.base}/sign-in?return_to=/upload`}>Sign in</a> first.
  </p>
)
