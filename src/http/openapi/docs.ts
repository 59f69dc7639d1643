import type { Operation } from './operation.ts'

/** The texts of the routes about the service itself. */
export const docs = {
  showService: {
    operationId: 'showService',
    tags: ['Service'],
    summary: 'View the service',
    description: 'Its name and version, its limits, and where its API, this reference and the OpenAPI document are.',
    responseDescriptions: { 200: 'The service.' },
  },
  checkHealth: {
    operationId: 'checkHealth',
    tags: ['Service'],
    summary: 'Check that the process is up',
    description: 'Answers as long as the process does, with or without its database.',
    responseDescriptions: { 200: 'It is up.' },
  },
  checkReadiness: {
    operationId: 'checkReadiness',
    tags: ['Service'],
    summary: 'Check that the service is ready',
    description: 'Whether the database is reachable, is no standby, and has all migrations.',
    responseDescriptions: { 200: 'It is ready.', 503: 'The database is away, is a standby, or lacks migrations.' },
  },
  showMetrics: {
    operationId: 'showMetrics',
    tags: ['Service'],
    summary: 'View the metrics',
    description: 'Figures of the process and of its requests, in the text format of Prometheus.',
    produces: ['text/plain'],
    responseDescriptions: { 200: 'The metrics.' },
  },
  showDocument: {
    operationId: 'showDocument',
    tags: ['Service'],
    summary: 'View the OpenAPI document',
    description: 'The document that this reference is made from.',
    responseDescriptions: { 200: 'The document, of OpenAPI 3.1.' },
  },
  showReference: {
    operationId: 'showReference',
    tags: ['Service'],
    summary: 'View this reference',
    description: 'The page that shows the OpenAPI document and can try it out.',
    produces: ['text/html'],
    responseDescriptions: { 200: 'The page.' },
  },
  showReferenceAsset: {
    operationId: 'showReferenceAsset',
    tags: ['Service'],
    summary: 'View a part of this reference',
    description: 'A script, a style sheet or an image of the page.',
    produces: ['text/javascript', 'text/css', 'image/png'],
    responseDescriptions: { 200: 'The part.', 404: 'The page has no such part.' },
  },
} satisfies Record<string, Operation>
