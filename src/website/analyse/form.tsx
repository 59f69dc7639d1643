import type { FieldErrors } from '../../errors.ts'
import type { Site } from '../components/site.ts'
import { FilePick } from '../form/field.tsx'

const PLACEHOLDER = 'Skyrim SSE v1.6.640\nCrashLoggerSSE v1-11-1-0 …'

interface LogFormData {
  site: Site
  errors?: FieldErrors
}

/** The form that reads a crash log. A script sends it at once when a log is pasted, chosen or dropped on it. */
export function LogForm({ site, errors = {} }: LogFormData) {
  const error = Object.values(errors)[0]?.[0]
  return (
    <form class="read-log" method="post" action={`${site.base}/analyse`} encType="multipart/form-data">
      <p class="hint">
        Paste it, or drop the file. You see what it says at once; nothing is stored before you press “Share it”.
      </p>
      <textarea
        name="text"
        rows={3}
        aria-label="Crash log"
        placeholder={PLACEHOLDER}
        {...(error !== undefined && { 'aria-invalid': 'true', 'aria-describedby': 'log-error' })}
      />
      {error !== undefined && (
        <p class="error" id="log-error">
          {error}
        </p>
      )}
      <p class="actions">
        <button type="submit" class="plain">
          Read it
        </button>
        <FilePick id="log" text="Choose its file" name="files[]" />
      </p>
    </form>
  )
}
