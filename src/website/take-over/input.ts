import { z } from 'zod'
import { CHANGE_KINDS, type Take, type TakenKinds } from '../../load-order/merging/take.ts'

/** The changes chosen in a form, and whether it asks for the download. */
export interface Choice {
  take: Take
  isDownload: boolean
}

/**
 * Parses the checkboxes of the form: `mods.added[]` has names, and `all[]` has kinds whose changes are all taken over.
 */
export const ChoiceForm = z.record(z.string(), z.unknown()).transform((fields): Choice => {
  const valuesOf = (name: string) => [fields[`${name}[]`] ?? []].flat().filter((value) => typeof value === 'string')
  const all = new Set(valuesOf('all'))
  const partOf = (part: 'mods' | 'plugins') => {
    const chosen: TakenKinds = {}
    for (const kind of CHANGE_KINDS) {
      const names = valuesOf(`${part}.${kind}`)
      if (all.has(`${part}.${kind}`)) chosen[kind] = true
      else if (names.length > 0) chosen[kind] = names
    }
    return chosen
  }
  return { take: { mods: partOf('mods'), plugins: partOf('plugins') }, isDownload: fields.download !== undefined }
})

/** Returns the fields of a form that chooses the same changes. */
export const fieldsOf = (take: Take): [name: string, value: string][] =>
  (['mods', 'plugins'] as const).flatMap((part) =>
    CHANGE_KINDS.flatMap((kind): [string, string][] => {
      const chosen = take[part]?.[kind] ?? []
      if (!Array.isArray(chosen)) return chosen ? [['all[]', `${part}.${kind}`]] : []
      return chosen.map((name) => [`${part}.${kind}[]`, name])
    }),
  )
