import type { Operation } from '../../http/openapi/operation.ts'

const forModerators = 'Needs a token of a moderator with the ability `moderate`.'
const notAllowed = 'The token lacks the ability `moderate`, or its user is not a moderator.'
const notThere = 'There is no such list.'
const common = { tags: ['Moderation'] } satisfies Partial<Operation>

/** The OpenAPI texts of the routes for moderators. */
export const docs = {
  listCases: {
    ...common,
    operationId: 'listCases',
    summary: 'View open cases',
    description: `Returns a page of the lists that have open reports, oldest case first. ${forModerators}`,
    responseDescriptions: { 200: 'A page of cases.', 403: notAllowed },
  },
  showCase: {
    ...common,
    operationId: 'showCase',
    summary: 'View a case',
    description: `Returns a list with its open reports, the first lines of its files, and the actions on it. The list may be hidden or have no reports. ${forModerators}`,
    responseDescriptions: { 200: 'The case.', 403: notAllowed, 404: notThere },
  },
  decideCase: {
    ...common,
    operationId: 'decideCase',
    summary: 'Act on a list',
    description: `Dismisses the reports of a list, hides it, shows it again or deletes it. The action is logged in the same transaction. ${forModerators}`,
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    responseDescriptions: {
      200: 'The entry of the log.',
      403: notAllowed,
      404: notThere,
      409: 'Somebody else has acted on the list, or there is nothing to do. Nothing was changed.',
    },
  },
  listLog: {
    ...common,
    operationId: 'listLog',
    summary: 'View the moderation log',
    description: `Returns a page of the actions of moderators and the operator, latest first. ${forModerators}`,
    responseDescriptions: { 200: 'A page of the log.', 403: notAllowed },
  },
} satisfies Record<string, Operation>
