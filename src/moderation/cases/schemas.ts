import { z } from 'zod'
import { paged, pageParameters } from '../../http/request/paging.ts'
import { formSchema } from '../../http/request/upload.ts'
import { collectionQuery, Timestamp } from '../../lists/schemas.ts'
import { textOf } from '../../lists/writing/text.ts'
import { booleanField } from '../../text/boolean.ts'

/** Actions of moderators and operators, by their names in the log. */
const ACTIONS = [
  ...(['dismiss', 'hide', 'show', 'delete', 'block', 'unblock'] as const),
  ...(['suspend', 'end suspension', 'make moderator', 'end moderator'] as const),
] as const
export type Action = (typeof ACTIONS)[number]

export const LIST_ACTIONS = ['dismiss', 'hide', 'show', 'delete'] as const satisfies Action[]

export const CaseQuery = collectionQuery(pageParameters)
export type CaseQuery = z.output<typeof CaseQuery>

export const MAX_REASON = 2_000

/** The reason for an action. The affected user and readers of the log see it. */
const reasonText = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() : value),
  textOf('reason', { kind: 'lines', maxLength: MAX_REASON }).refine(
    (value) => value !== '',
    'The reason field is required.',
  ),
)

const id = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  z.int(),
)

export const OrderForm = formSchema(
  z
    .object({
      action: z
        .enum(LIST_ACTIONS, { error: `The action field must be one of ${LIST_ACTIONS.join(', ')}.` })
        .describe(
          '`dismiss` closes the reports. `hide` hides the list from everybody but its author and moderators, until `show`. ' +
            '`delete` deletes it.',
        ),
      reason: reasonText.meta({
        description: 'Why. Stored in the log. The author sees it if the list is hidden or deleted.',
        minLength: 1,
        maxLength: MAX_REASON,
      }),
      block_files: booleanField('block_files').meta({
        description: 'With `hide` or `delete`: nobody can upload these files again, under any name.',
        type: 'boolean',
      }),
      suspend_author: booleanField('suspend_author').meta({
        description: 'With `hide` or `delete`: the author can read but not write from then on.',
        type: 'boolean',
      }),
      last_action: id
        .nullish()
        .or(z.literal('').transform(() => null))
        .meta({
          description:
            'The `last_action` of the case as you saw it. If somebody has acted since, the ' +
            'request fails with 409. Without this field it fails only if there is nothing left to do.',
          type: ['integer', 'null'],
          anyOf: undefined,
        }),
    })
    .refine(({ action, block_files }) => !block_files || action === 'hide' || action === 'delete', {
      path: ['block_files'],
      error: 'Files are blocked only with hide or delete.',
    })
    .refine(({ action, suspend_author }) => !suspend_author || action === 'hide' || action === 'delete', {
      path: ['suspend_author'],
      error: 'An author is suspended only with hide or delete.',
    }),
)
  .transform(({ action, reason, block_files: blockFiles, suspend_author: suspendAuthor, last_action: lastAction }) => ({
    ...{ action, reason, blockFiles, suspendAuthor, lastAction },
  }))
  .meta({ id: 'ModerationForm', description: 'An action on a list.' })

const described = {
  slug: z.string().describe('Slug of the list.'),
  name: z.string().describe('Name of the list.'),
  author: z.string().nullable().describe('Name of the author; null for an anonymous list.'),
  bytes: z.int().describe('Bytes of its files.'),
}

export const CaseSummary = z
  .object({
    ...described,
    since: Timestamp.describe('When the oldest open report came.'),
    reasons: z.record(z.string(), z.int()).describe('Number of open reports by reason.'),
    more: z.int().describe('Number of open reports that are only counted.'),
    hidden: z.boolean().describe('Whether moderators hid the list.'),
  })
  .meta({ id: 'CaseSummary', description: 'A list with open reports.' })
export type CaseSummary = z.output<typeof CaseSummary>

export const CasePage = paged(CaseSummary).meta({ id: 'CasePage', description: 'A page of open cases, oldest first.' })

export const LogEntry = z
  .object({
    id: z.int().describe('Number of the entry.'),
    created: Timestamp.describe('When it was done.'),
    action: z.enum(ACTIONS).describe('What was done.'),
    reason: z.string().describe('Why.'),
    moderator: z.string().nullable().describe('Who did it; null for the operator.'),
    slug: z.string().nullable().describe('Slug of the list; null if the action is not about a list.'),
    name: z.string().nullable().describe('Name of the list at that time.'),
    user: z
      .string()
      .nullable()
      .describe('The author of the list, or the affected user; null if there is none or the account was deleted.'),
    reports: z.int().describe('Number of reports that the action closed.'),
    blocked_files: z.int().describe('Number of files that the action blocked.'),
    file_hash: z
      .string()
      .nullable()
      .describe('SHA-256 of the content that `block` or `unblock` was about; otherwise null.'),
    suspended: z.boolean().describe('Whether the user was suspended.'),
    until: Timestamp.nullable().describe('When the suspension ends; null if it does not end, or there is none.'),
  })
  .meta({ id: 'LogEntry', description: 'An entry of the moderation log. Entries cannot be changed.' })
export type LogEntry = z.output<typeof LogEntry>

export const LogPage = paged(LogEntry).meta({ id: 'LogPage', description: 'A page of the log, the latest first.' })

export const CaseDetail = z
  .object({
    ...described,
    description: z.string().nullable().describe('Description of the list.'),
    private: z.boolean().describe('Whether the list is unlisted.'),
    created: Timestamp.describe('When the list was created.'),
    updated: Timestamp.describe('When the list was last changed by its author.'),
    hidden: Timestamp.nullable().describe('When moderators hid the list; null if it is not hidden.'),
    reports: z
      .array(
        z.object({
          id: z.uuid(),
          reason: z.string().describe('Why the list was reported.'),
          text: z.string().nullable().describe('What the sender wrote.'),
          contact: z.string().nullable().describe('How to reach the sender.'),
          created: Timestamp.describe('When the report came.'),
        }),
      )
      .describe('The open reports, oldest first.'),
    more: z.int().describe('Number of open reports that are only counted.'),
    files: z
      .array(
        z.object({
          name: z.string().describe('Clean name of the file.'),
          bytes: z.int().describe('Size of the file.'),
          lines: z.array(z.string()).describe('Its first lines.'),
          other_lists: z.int().describe('Number of other lists that have a file of the same content, under any name.'),
          blocked: z.boolean().describe('Whether its content is blocked.'),
        }),
      )
      .describe('The files of the list.'),
    last_action: z.int().nullable().describe('Number of the last entry of the log about the list.'),
    actions: z.array(LogEntry).describe('What was done about the list, the latest first.'),
  })
  .meta({ id: 'CaseDetail', description: 'A list as moderators see it.' })
export type CaseDetail = z.output<typeof CaseDetail>
