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
    description: `A page of the lists that have open reports, the oldest case first. ${forModerators}`,
    responseDescriptions: { 200: 'A page of cases.', 403: notAllowed },
  },
  showCase: {
    ...common,
    operationId: 'showCase',
    summary: 'View a case',
    description: `A list with its open reports, the first lines of its files, and what was done about it. A list without reports and a hidden one are shown, too. ${forModerators}`,
    responseDescriptions: { 200: 'The case.', 403: notAllowed, 404: notThere },
  },
  decideCase: {
    ...common,
    operationId: 'decideCase',
    summary: 'Act on a list',
    description: `Dismisses the reports of a list, hides it, shows it again or deletes it, all at once with its entry in the log. ${forModerators}`,
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
    summary: 'View the log of moderation',
    description: `A page of all that moderators and the operator did, the latest first. ${forModerators}`,
    responseDescriptions: { 200: 'A page of the log.', 403: notAllowed },
  },
} satisfies Record<string, Operation>
