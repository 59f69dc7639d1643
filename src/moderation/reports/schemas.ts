import { z } from 'zod'
import { formSchema } from '../../http/request/upload.ts'
import { Timestamp } from '../../lists/schemas.ts'
import { textOf } from '../../lists/writing/text.ts'

/** Reasons for a report, with their labels in the form. */
export const REPORT_REASONS = {
  spam: 'Spam or advertising',
  personal_data: 'Personal data of somebody',
  copyright: 'Copyright',
  malware: 'Malware or harmful links',
  hate: 'Hate or harassment',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof REPORT_REASONS

const NAMES = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]

/** Reasons that require a text: without one, moderators would not know what the report is about. */
const WITH_TEXT: ReadonlySet<ReportReason> = new Set<ReportReason>(['other', 'personal_data', 'copyright'])

const MAX_REPORT_TEXT = 2_000
const MAX_CONTACT = 255

const optionalText = (field: string, kind: 'line' | 'lines', maxLength: number) =>
  z
    .preprocess((value) => value ?? '', textOf(field, { kind, maxLength }).trim())
    .transform((value) => (value === '' ? null : value))

export const ReportForm = formSchema(
  z
    .object({
      reason: z
        .enum(NAMES, {
          error: ({ input }) =>
            input == null || input === ''
              ? 'The reason field is required.'
              : `The reason field must be one of ${NAMES.join(', ')}.`,
        })
        .describe('Why the list should not be here.'),
      text: optionalText('text', 'lines', MAX_REPORT_TEXT).meta({
        description: 'What is wrong, and where. Required for `other`, `personal_data` and `copyright`.',
        maxLength: MAX_REPORT_TEXT,
      }),
      contact: optionalText('contact', 'line', MAX_CONTACT).meta({
        description:
          'How to reach you, if you want. Only moderators see it. It is deleted 180 days after the report is closed.',
        maxLength: MAX_CONTACT,
      }),
    })
    .refine(({ reason, text }) => text !== null || !WITH_TEXT.has(reason), {
      path: ['text'],
      error: 'The text field is required for this reason.',
    }),
).meta({ id: 'ReportForm', description: 'Why a list should not be here.' })
export type ReportInput = z.output<typeof ReportForm>

export const FiledReport = z
  .object({
    id: z
      .uuid()
      .nullable()
      .describe(
        'Random id. Anyone who knows it can look up the status of the report. Null if the list already has so many open ' +
          'reports that this one was only counted.',
      ),
  })
  .meta({ id: 'FiledReport', description: 'A received report.' })

export const ReportParams = z.object({
  id: z.string().meta({ description: 'The id of a report.', examples: ['8f14e45f-ceea-467f-9575-6f2a1a1bd0c5'] }),
})

export const ReportStatus = z
  .object({
    status: z.enum(['open', 'dismissed', 'acted on']).describe('The outcome, or `open`.'),
    closed: Timestamp.nullable().describe('When the report was closed; null while it is open.'),
  })
  .meta({ id: 'ReportStatus', description: 'The status of a report.' })
export type ReportStatus = z.output<typeof ReportStatus>
