import { LogForm } from '../analyse/form.tsx'
import type { Site } from '../parts/site.ts'

/** The door to the page that reads a crash log. */
export const CrashLogDoor = ({ site }: { site: Site }) => (
  <section class="door" aria-labelledby="log-title">
    <h2 id="log-title">Read a crash log</h2>
    <LogForm site={site} />
  </section>
)

/** The form that compares two lists by their links. */
export const CompareDoor = ({ site }: { site: Site }) => (
  <section class="door" aria-labelledby="compare-title">
    <h2 id="compare-title">Compare two lists</h2>
    <form action={`${site.base}/compare`}>
      <p class="hint">
        Two links, or <a href={`${site.base}/compare`}>a link and a folder on this computer</a> (not uploaded).
      </p>
      <input name="list1" aria-label="Link of the first list" placeholder="Link of the first list" required />
      <input name="list2" aria-label="Link of the second list" placeholder="Link of the second list" required />
      <p class="actions">
        <button type="submit" class="plain">
          Compare
        </button>
      </p>
    </form>
  </section>
)
