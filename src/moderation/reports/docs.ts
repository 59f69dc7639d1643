import { IGNORED_FIELDS, type Operation } from '../../http/openapi/operation.ts'

/** The OpenAPI texts of the routes of reports. */
export const docs = {
  reportList: {
    operationId: 'reportList',
    tags: ['Moderation'],
    summary: 'Report a list',
    description:
      'Reports that a list should not be here. No token is needed. A second report of the same list from one address ' +
      'on the same day changes nothing and returns the id of the first. If a list has fifty open reports, further ones are ' +
      'only counted. Addresses are not stored.',
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    responseHeaders: IGNORED_FIELDS,
    responseDescriptions: { 202: 'The report was received.', 404: 'There is no such list.' },
  },
  showReport: {
    operationId: 'showReport',
    tags: ['Moderation'],
    summary: 'View the status of a report',
    description: 'Returns whether the report is open, was dismissed, or was acted on, and when.',
    responseDescriptions: { 200: 'The status of the report.', 404: 'There is no such report.' },
  },
} satisfies Record<string, Operation>
