import { z } from 'zod'

const chosen = z
  .union([z.boolean(), z.array(z.string())], { error: 'The value must be true, false or an array of names.' })
  .optional()
const TakenKinds = z.strictObject(
  { added: chosen, removed: chosen, enabled: chosen, disabled: chosen, moved: chosen },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `There is no such kind of change. The kinds are ${CHANGE_KINDS.join(', ')}.`
        : 'The value must be an object with the kinds of changes.',
  },
)
export type TakenKinds = z.output<typeof TakenKinds>

/** What to apply of the changes from one list to another. */
export const Take = z
  .strictObject(
    { mods: TakenKinds.optional(), plugins: TakenKinds.optional() },
    {
      error: ({ code, input }) => {
        if (code === 'unrecognized_keys') return 'Only changes of mods and plugins can be applied.'
        return `The take field ${input === undefined ? 'is required, in a body of the type application/json' : 'must be an object'}.`
      },
    },
  )
  .describe(
    'What to apply: for each kind of change `true` for all, or the names. Without a kind, none of it is applied.',
  )
export type Take = z.output<typeof Take>

/** The kinds of changes that can be applied. Apart from their schema, so that scripts of pages do not load zod. */
export const CHANGE_KINDS = ['added', 'removed', 'enabled', 'disabled', 'moved'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
