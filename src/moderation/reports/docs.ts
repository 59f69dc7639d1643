import type { Operation } from '../../http/openapi/operation.ts'

/** The OpenAPI texts of the routes of reports. */
export const docs = {
  reportList: {
    operationId: 'reportList',
    tags: ['Moderation'],
    summary: 'Report a list',
    description:
      'Says that a list should not be here. Anyone may, without a token. A second report of the same list from one ' +
      'address on a day is answered like the first, and changes nothing. No address is stored.',
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    responseDescriptions: { 202: 'The report was taken.', 404: 'There is no such list.' },
  },
  showReport: {
    operationId: 'showReport',
    tags: ['Moderation'],
    summary: 'View what became of a report',
    description: 'Whether the report is open, was dismissed, or was acted on, and when. Nothing else.',
    responseDescriptions: { 200: 'What became of the report.', 404: 'There is no such report.' },
  },
} satisfies Record<string, Operation>
