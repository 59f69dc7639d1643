import type { ComponentChildren } from 'preact'
import { isTrue } from '../../text/boolean.ts'
import type { FormState } from './state.ts'

interface ControlProps {
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
  labelClass?: string
  control: (props: ControlProps) => ComponentChildren
}

export function Field({ form, name, label, hint, className = 'field', labelClass, control }: FieldData) {
  const [error] = form.errors[name] ?? []
  const described = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean)
  return (
    <div class={className}>
      <label class={labelClass} for={name}>
        {label}
      </label>
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

export const TextField = ({ required = false, placeholder, ...field }: Text) => (
  <Field
    {...field}
    control={(props) => (
      <input {...props} value={field.form.values[field.name] ?? ''} required={required} placeholder={placeholder} />
    )}
  />
)

interface FilePickData {
  id: string
  text: string
  name?: string
  class?: string
  isFolder?: boolean
  isMultiple?: boolean
}

/** A button that chooses files, or a folder where browsers can. The field itself is shown only without a script. */
export const FilePick = ({ id, text, name, isFolder = false, isMultiple = false, ...button }: FilePickData) => (
  <span class={isFolder ? 'pick folder' : 'pick'}>
    <input
      class="picked"
      id={id}
      type="file"
      name={name}
      aria-label={text}
      multiple={isMultiple}
      {...(isFolder && { webkitdirectory: true })}
    />
    <label class={`button scripted ${button.class ?? ''}`} for={id}>
      {text}
    </label>
  </span>
)

interface Select extends Omit<FieldData, 'control'> {
  choices: readonly (readonly [value: string, name: string])[]
  required?: boolean
}

export const SelectField = ({ choices, required = false, ...field }: Select) => (
  <Field
    {...field}
    control={(props) => (
      <select {...props} required={required}>
        {choices.map(([value, name]) => (
          <option key={value} value={value} selected={field.form.values[field.name] === value}>
            {name}
          </option>
        ))}
      </select>
    )}
  />
)

/** A checkbox. It is ticked if its value stands for true. */
export const CheckField = (field: Omit<FieldData, 'control' | 'className'>) => (
  <Field
    {...field}
    className="field check"
    control={(props) => <input {...props} type="checkbox" checked={isTrue(field.form.values[field.name] ?? '')} />}
  />
)

/** A field for a secret. What is typed is masked, and never sent back to the browser. */
export const SecretField = (field: Omit<FieldData, 'control'>) => (
  <Field {...field} control={(props) => <input {...props} type="password" autoComplete="off" />} />
)

/** A field of several lines. Browsers drop the first line end of a textarea, so the text begins with an extra one. */
export const TextArea = ({ rows, placeholder, ...field }: Omit<Text, 'required'> & { rows: number }) => (
  <Field
    {...field}
    control={(props) => (
      <textarea {...props} rows={rows} placeholder={placeholder}>
        {`\n${field.form.values[field.name] ?? ''}`}
      </textarea>
    )}
  />
)

/** Lists a form's errors above the form, each with a link to its field. `heading` says what did not happen. */
export function Problems({ form: { errors }, heading }: { form: FormState; heading: string }) {
  const problems = Object.entries(errors)
  if (problems.length === 0) return null
  return (
    <div class="problems card" role="alert" tabIndex={-1}>
      <p>{heading}</p>
      <ul>
        {problems.map(([name, [message]]) => (
          <li key={name}>{name === '' ? message : <a href={`#${name}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  )
}

interface SubmitButtonData {
  text: string
  /** Address that the form is sent to, if it differs from the form's own. */
  to?: string
  name?: string
  value?: string
  class?: string
}

/** A button that sends its form. */
export const SubmitButton = ({ text, to, ...attributes }: SubmitButtonData) => (
  <button type="submit" formaction={to} {...attributes}>
    {text}
  </button>
)

export const Submit = ({ text }: { text: string }) => (
  <p class="actions">
    <SubmitButton text={text} />
  </p>
)
