import { nexusDomain } from '../../../games/nexus.ts'
import { RevisionPage } from '../../../lists/revisions/schemas.ts'
import { versionText } from '../../../lists/revisions/version-address.ts'
import { data, ListDetail } from '../../../lists/schemas.ts'
import { type Api, defaultLimits } from '../api.ts'
import { MERGED_FILES } from '../applying/profile-files.ts'
import { readChosenFile, readProfile } from '../profile/profile.ts'
import { detailPath, type LocalPlace, listPath, type Place, readLocal } from '../sources.ts'
import type { KeptList } from './kept-search.ts'

/** Reads a list, a folder or a file as it is now, with the bytes of the files that the search writes. */
export async function readList(place: Place, server: () => Api, complain: (text: string) => void): Promise<KeptList> {
  return 'path' in place ? readLocalList(place, complain) : readServedList(place.slug, server())
}

async function readLocalList(place: LocalPlace, complain: (text: string) => void): Promise<KeptList> {
  const { path, kind } = place
  const { name, domain } = await readLocal(place, defaultLimits(), complain) // it complains about files that are skipped
  const read = kind === 'file' ? readChosenFile : readProfile
  const { files } = await read(path, defaultLimits())
  return {
    ...{ name, slug: path, domain },
    files: files.map((file) => ({ name: file.name, content: Buffer.from(file.content).toString('base64') })),
  }
}

async function readServedList(place: string, api: Api): Promise<KeptList> {
  const slug = place.includes('@') ? place : await pinned(place, api)
  const path = detailPath(slug)
  const { data: list } = await api.get(path, data(ListDetail))
  const files = await Promise.all(
    list.files.map(async ({ clean_name: name, content }) => {
      const bytes = MERGED_FILES.includes(name.toLowerCase())
        ? await api.bytes(`${path}/files/${encodeURIComponent(name)}/raw`)
        : Buffer.from(content.map((line) => `${line}\n`).join(''))
      return { name, content: Buffer.from(bytes).toString('base64') }
    }),
  )
  return { name: list.name, slug, domain: nexusDomain(list.game), files }
}

/** Returns the address of a list's newest revision, so that an update in between can't mix two of them. */
async function pinned(slug: string, api: Api): Promise<string> {
  const page = await api.get(`${listPath(slug)}/revisions?page[size]=1`, RevisionPage)
  return versionText(slug, page.data[0]?.revision ?? null)
}
