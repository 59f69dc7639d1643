import type { RenderedOrder } from './bounded-lines.ts'
import { loadOrderCsv } from './csv.ts'
import { loadOrderMarkdown } from './markdown.ts'
import { loadOrderText } from './text.ts'

const FORMATS = ['txt', 'md', 'csv'] as const
export type Format = (typeof FORMATS)[number]

const RENDERERS: Record<Format, (order: RenderedOrder) => string> = {
  txt: loadOrderText,
  md: loadOrderMarkdown,
  csv: loadOrderCsv,
}

/** Writes a load order as plain text, Markdown or CSV: the mods by ascending priority, then the plugins. */
export const renderLoadOrder = (order: RenderedOrder, format: Format): string => RENDERERS[format](order)
