/** The kinds of changes that can be taken over. Apart from their schema, so that scripts of pages do not load zod. */
export const CHANGE_KINDS = ['added', 'removed', 'enabled', 'disabled', 'moved'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
