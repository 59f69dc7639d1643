/** What moderators and operators do, as the log names it. */
export const ACTIONS = [
  ...(['dismiss', 'hide', 'show', 'delete', 'block', 'unblock'] as const),
  ...(['suspend', 'end suspension', 'make moderator', 'end moderator'] as const),
] as const
export type Action = (typeof ACTIONS)[number]

/** What is done about a list. */
export const LIST_ACTIONS = ['dismiss', 'hide', 'show', 'delete'] as const satisfies Action[]
