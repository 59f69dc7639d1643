import { z } from 'zod'
import { CHANGE_KINDS, type Take } from '../../load-order/merging/take.ts'

/**
 * Parses the checkboxes of the form: `mods.added[]` has names, and `all[]` has kinds whose changes are all taken over.
 * Also returns them as fields, for a form that chooses the same changes.
 */
export const ChoiceForm = z.record(z.string(), z.unknown()).transform(({ download, ...boxes }) => {
  const valuesOf = (name: string) => [boxes[name] ?? []].flat().filter((value) => typeof value === 'string')
  const all = new Set(valuesOf('all[]'))
  const partOf = (part: 'mods' | 'plugins') =>
    Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, all.has(`${part}.${kind}`) || valuesOf(`${part}.${kind}[]`)]))
  const take: Take = { mods: partOf('mods'), plugins: partOf('plugins') }
  const fields = Object.keys(boxes).flatMap((name) => valuesOf(name).map((value) => [name, value] as const))
  return { take, fields, isDownload: download !== undefined }
})
export type Choice = z.output<typeof ChoiceForm>
