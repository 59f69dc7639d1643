import { personalFiles } from '../../compare/analysing/service.ts'
import type { CompareContext } from '../../compare/differ.ts'
import { invalid } from '../../errors.ts'
import type { FormFile } from '../../http/request/upload.ts'

const AND = new Intl.ListFormat('en')

/**
 * Refuses files with personal data (422) unless their sender has allowed them. A script asks about each file before it
 * sends the form; without a script, the form comes back with a box.
 */
export async function requireAllowed(
  context: CompareContext,
  {
    files = [],
    with_personal: allowed = '',
  }: { files?: readonly FormFile[] | undefined; with_personal?: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  if (allowed !== '') return
  const found = await personalFiles(context, files, signal)
  if (found.length === 0) return
  const each = found.map(({ name, held }) => `${name} holds ${AND.format(held)}.`)
  const it = found.length === 1 ? 'it' : 'them'
  throw invalid({ with_personal: [`${each.join(' ')} Tick the box to upload ${it} anyway. Nothing was stored.`] })
}
