import { csvText } from '../../../text/csv.ts'
import type { ModEntry, PluginEntry } from '../../schemas.ts'
import { boundedLines, type RenderedOrder } from './bounded-lines.ts'

const COLUMNS = ['kind', 'priority', 'enabled', 'name', 'version', 'source', 'separator']

/** Without this mark, Excel reads the file in a local code page instead of UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes a load order as CSV (RFC 4180). Plugins have the kind `plugin`, and their index in the column `priority`. An
 * unknown value is an empty cell.
 */
export function loadOrderCsv({ mods, plugins }: RenderedOrder): string {
  const rows = [...boundedLines(mods ?? [], modRow).lines, ...boundedLines(plugins ?? [], pluginRow).lines]
  return BYTE_ORDER_MARK + csvText([COLUMNS]) + rows.join('')
}

const modRow = ({ kind, priority, enabled, name, version, source, separator }: ModEntry): string =>
  rowOf([kind, priority, enabled, name, version, source, separator])

const pluginRow = ({ name, enabled, index }: PluginEntry): string =>
  rowOf(['plugin', index, enabled, name, null, null, null])

const rowOf = (cells: readonly (string | number | boolean | null)[]): string =>
  csvText([cells.map((cell) => harmlessCell(String(cell ?? '')))])

/** Excel and LibreOffice run a cell as a formula if it begins with one of these characters. */
const harmlessCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
