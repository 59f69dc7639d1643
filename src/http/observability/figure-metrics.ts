import { createSingleFlight } from '../../concurrency/single-flight.ts'
import { inTime, type Metrics } from './metrics.ts'

/** Figures that are counted in the database. */
interface CatalogFigures {
  lists: number
  storedBytes: number
  openReports: number
  backupAge: number | null
}

interface FigureSource {
  /** Counts the catalog. */
  count: () => Promise<CatalogFigures>
  /** Returns the free bytes on the disk of the embedded database; undefined without one. */
  freeDisk?: (() => Promise<number | undefined>) | undefined
}

/** How long figures are cached, in milliseconds. Without a database the last ones are shown, and their age. */
const COUNTED_MS = 15_000

/** Adds the size of the catalog, its open reports, the age of its backup and the free disk. */
export function measureFigures({ gauge }: Metrics, { count, freeDisk }: FigureSource): void {
  let figures: (CatalogFigures & { freeDisk: number | undefined }) | undefined
  let counted = Number.NEGATIVE_INFINITY
  const started = performance.now()
  const countOnce = createSingleFlight<void>()

  async function recount() {
    const [found, free] = await Promise.all([count(), freeDisk?.()])
    figures = { ...found, freeDisk: free }
    counted = performance.now()
  }

  async function read() {
    if (performance.now() - counted >= COUNTED_MS) await inTime(countOnce('figures', recount))
    return figures
  }

  const add = (name: string, help: string, value: (found: NonNullable<typeof figures>) => number | undefined) =>
    gauge(name, help, async () => {
      const found = await read()
      return found && value(found)
    })
  add('catalog_lists', 'Number of lists, including unlisted ones, as in `/v1/stats`.', ({ lists }) => lists)
  add(
    'catalog_stored_bytes',
    'Size of all stored files and of the index of mods in the database.',
    ({ storedBytes }) => storedBytes,
  )
  add('catalog_open_reports', 'Number of open reports.', ({ openReports }) => openReports)
  add(
    'catalog_backup_age_seconds',
    'Seconds since a backup was last checked by the command `backup checked`. Absent if none ever was.',
    ({ backupAge }) => backupAge ?? undefined,
  )
  const age = 'Seconds since the figures of the catalog were counted, or since the start if they never were.'
  gauge('catalog_figures_age_seconds', age, async () => {
    await read()
    return (performance.now() - Math.max(counted, started)) / 1000
  })
  add(
    'catalog_free_disk_bytes',
    'Free bytes on the disk of the embedded database. Absent with DATABASE_URL.',
    (found) => found.freeDisk,
  )
}
