import type { Lifetime } from '../../lists/expiry/lifetimes.ts'
import { OPTIONAL_TEXTS, TEXT_FIELDS, type TextFieldName } from '../../lists/text-fields.ts'
import { CheckField, SelectField, TextArea, TextField } from './field.tsx'
import type { FormState } from './state.ts'

export interface GameChoice {
  id: number
  name: string
}

interface ListFieldsData {
  form: FormState
  games: readonly GameChoice[]
  /** Whether the fields are those of a list that exists, with its version and its links. */
  isEdit?: boolean
}

/** What the choice of each lifetime is called. */
const LIFETIMES: Readonly<Record<Lifetime, string>> = {
  '3h': 'for 3 hours',
  '24h': 'for a day',
  '3d': 'for 3 days',
  '1w': 'for a week',
  perm: 'for ever',
}

/** Optional fields in a section below the others. */
const RARE_TEXTS = OPTIONAL_TEXTS.filter((name) => name !== 'description')

export const ListFields = ({ form, games, isEdit = false }: ListFieldsData) => (
  <>
    <div class="pair">
      <TextField form={form} name="name" label="Name" required />
      <SelectField
        form={form}
        name="game"
        label="Game"
        choices={[['', 'Choose a game'], ...games.map(({ id, name }) => [String(id), name] as const)]}
        hint="Not here? Lists of any game are read. The operator adds it: game add NAME"
        required
      />
    </div>
    <TextArea
      form={form}
      name="description"
      label={isEdit ? 'Description' : 'What goes wrong?'}
      rows={2}
      hint={isEdit ? 'What is this list for, or what goes wrong?' : 'Optional. Helpers read this first.'}
      {...(!isEdit && { placeholder: 'Crashes when I enter Whiterun, since I added Ordinator' })}
    />
    <div class="pair">
      <SelectField form={form} name="expires" label="Kept" choices={Object.entries(LIFETIMES)} />
      <CheckField form={form} name="private" label="Only people with the link" hint="It is in no list and no search." />
    </div>
    <details open={isEdit || RARE_TEXTS.some((name) => form.errors[name] !== undefined)}>
      <summary>Version and links</summary>
      {RARE_TEXTS.map((name) => (
        <TextControl key={name} form={form} name={name} />
      ))}
    </details>
  </>
)

const TextControl = ({ form, name }: { form: FormState; name: TextFieldName }) => {
  const { kind, label } = TEXT_FIELDS[name]
  if (kind === 'lines') return <TextArea form={form} name={name} label={label} rows={3} />
  return <TextField form={form} name={name} label={label} {...(kind === 'link' && { placeholder: 'https://' })} />
}
