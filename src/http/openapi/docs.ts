import { operations } from './operation.ts'

export const docs = operations('Service', {
  showService: {
    summary: 'View the service',
    description:
      'Returns its name, version and limits, and the addresses of its API, this reference, the OpenAPI document and the ' +
      'website.',
    responseDescriptions: { 200: 'The service.' },
  },
  showVersion: {
    summary: 'View the version of the service',
    description: 'Returns the version and the commit that the server was built from.',
    responseDescriptions: { 200: 'The version.' },
  },
  checkHealth: {
    summary: 'Check that the process is up',
    description: 'Returns 200 while the process runs, even if the database is unavailable.',
    responseDescriptions: { 200: 'The process is up.' },
  },
  checkReadiness: {
    summary: 'Check that the service is ready',
    description: 'Checks whether the database is reachable, is not a standby, and has the migrations of this version.',
    responseDescriptions: {
      200: 'The service is ready.',
      503: 'The database is unavailable, is a standby, or is of another version.',
    },
  },
  showMetrics: {
    summary: 'View the metrics',
    description: 'Metrics of the process and its requests, in the Prometheus text format.',
    produces: ['text/plain'],
    responseDescriptions: {
      200: 'The metrics.',
      401: 'The operator has set a token for the metrics, and it is missing or wrong.',
    },
  },
  showDocument: {
    summary: 'View the OpenAPI document',
    description: 'The document that this reference is made from.',
    responseDescriptions: { 200: 'The OpenAPI 3.1 document.' },
  },
  showReference: {
    summary: 'View this reference',
    description: 'The page that shows the OpenAPI document and can send requests to the API.',
    produces: ['text/html'],
    responseDescriptions: { 200: 'The page.' },
  },
  showReferenceAsset: {
    summary: 'Get a file of this reference',
    description: 'A script or style sheet of the page.',
    produces: ['text/javascript', 'text/css'],
    responseDescriptions: { 200: 'The file.', 404: 'The page has no such file.' },
  },
})
