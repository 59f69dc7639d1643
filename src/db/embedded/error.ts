/** The embedded database can't be used. The message says why, and what to do about it. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

const OF_THE_FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'ENOSPC', 'EDQUOT'])

/** A fault of the file system in the words of an operator; anything else as it is. */
export function explained(fault: unknown, dataDir: string): unknown {
  const code = codeOf(fault)
  if (code === undefined || !OF_THE_FOLDER.has(code)) return fault
  const message =
    `The data folder ${dataDir} can't be used: ${(fault as Error).message}\n` +
    'Give it to the user that runs this program, or set DATA_DIR to a folder that it may write.'
  return new EmbeddedDatabaseError(message, { cause: fault })
}

/** The code of a system or PostgreSQL error, such as ENOENT or 57P03. */
export function codeOf(fault: unknown): string | undefined {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined
}

/** For a promise whose failure with this code is an answer: there is no such thing. */
export function absentOn(...codes: string[]): (fault: unknown) => undefined {
  return (fault) => {
    if (!codes.includes(codeOf(fault) ?? '')) throw fault
    return undefined
  }
}
