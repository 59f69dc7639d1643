import { z } from 'zod'
import { paged, pageParameters } from '../../http/request/paging.ts'
import { collectionQuery, ListFile, ListParams, Timestamp } from '../schemas.ts'

export const RevisionParams = z.object({
  ...ListParams.shape,
  revision: z.string().meta({ description: 'The number of a revision of the list.', examples: ['1'] }),
})
export type RevisionParams = z.output<typeof RevisionParams>

export const REVISION_PARAMETERS = Object.keys(pageParameters)

export const RevisionQuery = collectionQuery(pageParameters)
export type RevisionQuery = z.output<typeof RevisionQuery>

const { name, clean_name, bytes } = ListFile.shape

export const RevisionSummary = z
  .object({
    revision: z.int().min(1).describe('Number of the revision. Numbers are never used again.'),
    created: Timestamp.describe('When the revision was made: by the create, or by an update that changed something.'),
    name: z.string().describe('Name of the list in this revision.'),
    version: z.string().nullable().describe('Version label in this revision.'),
    note: z.string().nullable().describe('What changed, in the author’s words.'),
    private: z.boolean().describe('Whether the list was private in this revision.'),
    files: z
      .array(z.object({ name, clean_name, bytes }))
      .describe('In the order of the upload, without their content.'),
    links: z.object({
      self: z.string().describe('Absolute address of the revision.'),
      compare: z
        .string()
        .nullable()
        .describe('Address of the changes since the previous revision; null for the oldest revision.'),
    }),
  })
  .meta({ id: 'RevisionSummary', description: 'A revision of a list, as its history shows it.' })
export type RevisionSummary = z.output<typeof RevisionSummary>

export const RevisionPage = paged(RevisionSummary).meta({
  id: 'RevisionPage',
  description: 'A page of the history of a list, newest first.',
})
