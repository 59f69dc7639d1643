import type { ComponentChildren } from 'preact'
import type { FormState } from './state.ts'

/** What a control of a form takes of its field. */
export interface ControlProps {
  id: string
  name: string
  'aria-invalid'?: 'true'
  'aria-describedby'?: string
}

interface FieldData {
  form: FormState
  name: string
  label: string
  hint?: string
  className?: string
  control: (props: ControlProps) => ComponentChildren
}

/** A field with its label, and what is wrong with it. */
export function Field({ form, name, label, hint, className = 'field', control }: FieldData) {
  const [error] = form.errors[name] ?? []
  const described = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean)
  return (
    <div class={className}>
      <label for={name}>{label}</label>
      {control({
        id: name,
        name,
        ...(error !== undefined && { 'aria-invalid': 'true' }),
        ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
      })}
      {hint !== undefined && (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span class="error" id={`${name}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}

type Text = Omit<FieldData, 'control'> & { required?: boolean; placeholder?: string }

/** A field of one line. Its rules are the server's, which says what breaks them. */
export const TextField = ({ required = false, placeholder, ...field }: Text) => (
  <Field
    {...field}
    control={(props) => (
      <input {...props} value={field.form.values[field.name] ?? ''} required={required} placeholder={placeholder} />
    )}
  />
)

/** A field for a key: it is not read over a shoulder, nor sent back. */
export const SecretField = (field: Omit<FieldData, 'control'>) => (
  <Field {...field} control={(props) => <input {...props} type="password" autoComplete="off" />} />
)

/** A field of several lines. Browsers leave out the first line end in it. */
export const TextArea = ({ rows, ...field }: Omit<FieldData, 'control'> & { rows: number }) => (
  <Field
    {...field}
    control={(props) => (
      <textarea {...props} rows={rows}>
        {`\n${field.form.values[field.name] ?? ''}`}
      </textarea>
    )}
  />
)

/** Says at the head of a form that something is wrong, and where. */
export function Problems({ form: { errors } }: { form: FormState }) {
  const problems = Object.entries(errors)
  if (problems.length === 0) return null
  return (
    <div class="problems card" role="alert" tabIndex={-1}>
      <p>Nothing was stored yet:</p>
      <ul>
        {problems.map(([name, [message]]) => (
          <li key={name}>{name === '' ? message : <a href={`#${name}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  )
}
