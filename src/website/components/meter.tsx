/** A bar that shows a share. Words next to it say the same. */
export const Meter = ({ part, of }: { part: number; of: number }) => (
  <svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="whole" width="100" height="8" />
    <rect width={of === 0 ? 0 : Math.round((1000 * part) / of) / 10} height="8" />
  </svg>
)
