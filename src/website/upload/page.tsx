import { Page } from '../parts/document.tsx'
import { Name } from '../parts/shown-list.tsx'
import { UploadForm, type UploadFormData } from './form.tsx'
import { NeedsAccount } from './needs-account.tsx'

export const UploadPage = (data: UploadFormData) => (
  <Page
    site={data.site}
    title={Object.keys(data.form.errors).length > 0 ? 'Not uploaded yet' : 'Share a list'}
    description="Share your mod list: drop your profile’s folder, and get a link that opens on any phone."
    path="/upload"
    script="upload.js"
  >
    <h1>Share a list</h1>
    {data.site.info.needsAccount && data.author === undefined && <NeedsAccount site={data.site} />}
    {data.author !== undefined && (
      <p>
        You share as <Name of={data.author} />.
      </p>
    )}
    <UploadForm {...data} />
  </Page>
)
