import type { Edition } from './program.ts'

const ELSEWHERE = 'commands that administer a catalog are in the package of the server'

export const USER_EDITION: Edition = {
  description: `Use a mod list catalog over HTTP (${ELSEWHERE}).`,
  hint: `(add --help for usage; ${ELSEWHERE})`,
  add() {},
  explain: (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
}
