/** How long closed reports, and the reasons why lists were deleted, are kept. */
export const RETENTION_MS = 180 * 24 * 3_600_000
