/** The embedded database can't be used. The message says why and what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

const FOLDER_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'ENOSPC', 'EDQUOT'])

/** Turns a file system error into one that tells the operator what to do. Returns any other error unchanged. */
export function explainFolderError(error: unknown, dataDir: string): unknown {
  const code = errorCode(error)
  if (code === undefined || !FOLDER_ERRORS.has(code)) return error
  const message =
    `The data folder ${dataDir} can't be used: ${(error as Error).message}\n` +
    'Make it writable for the user that runs this program, or set DATA_DIR to a folder that is.'
  return new EmbeddedDatabaseError(message, { cause: error })
}

/** Returns the code of a system or PostgreSQL error, such as ENOENT or 57P03. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Returns a handler for `catch` that turns errors with one of these codes into undefined and rethrows any other. */
export function undefinedOn(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(errorCode(error) ?? '')) throw error
    return undefined
  }
}
