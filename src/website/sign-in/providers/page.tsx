import type { Provider } from '../../../accounts/settings.ts'
import { assetPath } from '../../assets.ts'
import { documentOf } from '../../parts/document.tsx'
import type { Site } from '../../parts/site.ts'

/**
 * Renders a page that sends the browser to a provider. It is not a redirect of the form, because our
 * Content-Security-Policy forbids forms to lead to another site, and browsers apply that to redirects too.
 */
export const leavingPage = (site: Site, provider: Provider, address: URL): Buffer =>
  documentOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Sign in with {provider.label}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta http-equiv="refresh" content={`0; url=${address.href}`} />
        <link rel="stylesheet" href={site.base + assetPath('style.css')} />
      </head>
      <body>
        <main>
          <h1>Sign in with {provider.label}</h1>
          <p>
            <a href={address.href} rel="noreferrer">
              Continue at {address.host}
            </a>
          </p>
        </main>
      </body>
    </html>,
  )
