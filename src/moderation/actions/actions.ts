/** Actions of moderators and operators, by their names in the log. */
export const ACTIONS = [
  ...(['dismiss', 'hide', 'show', 'delete', 'block', 'unblock'] as const),
  ...(['suspend', 'end suspension', 'make moderator', 'end moderator'] as const),
] as const
export type Action = (typeof ACTIONS)[number]

/** Actions on a list. */
export const LIST_ACTIONS = ['dismiss', 'hide', 'show', 'delete'] as const satisfies Action[]
