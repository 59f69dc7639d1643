import { clearLogs } from '@prisma/debug'

/** Prisma holds on to the last hundred statements for its own reports of faults, with all files that they carry. */
export const forgetStatements = (): void => clearLogs()
