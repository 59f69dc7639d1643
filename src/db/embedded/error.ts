/** The embedded database can't be used. The message says why, and what to do about it. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

const FOLDER_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'ENOSPC', 'EDQUOT'])

/** Turns an error of the file system into one that tells an operator what to do; leaves any other as it is. */
export function explainFolderError(error: unknown, dataDir: string): unknown {
  const code = errorCode(error)
  if (code === undefined || !FOLDER_ERRORS.has(code)) return error
  const message =
    `The data folder ${dataDir} can't be used: ${(error as Error).message}\n` +
    'Give it to the user that runs this program, or set DATA_DIR to a folder that it may write.'
  return new EmbeddedDatabaseError(message, { cause: error })
}

/** The code of a system or PostgreSQL error, such as ENOENT or 57P03. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** For `catch`: an error with one of these codes is an expected outcome and gives undefined; any other is thrown on. */
export function undefinedOn(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(errorCode(error) ?? '')) throw error
    return undefined
  }
}
