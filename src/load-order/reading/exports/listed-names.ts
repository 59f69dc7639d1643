import { splitLines } from '../../../text/lines.ts'
import { isName } from '../../key.ts'
import { type FoundMod, type FoundMods, type Input, isAddress, sourceOf, versionOf } from '../found-mods.ts'
import type { FileKind } from '../kind.ts'

/*
 * Reads a list of names, as people and launchers write it: a mod on each line, with a version, a link and an author. Problem:
 * nearly any text has such lines. Approach: at least half of the lines must have a version, a link or a check box. Tests:
 * test/load-order/reading/exports/listed-names.test.ts.
 */

/** Number of mods that a list needs if its name was chosen, and if it was pasted. */
const [MIN_CHOSEN, MIN_PASTED] = [2, 5]

/** Maximum length of a line with a mod. */
const MAX_LINE = 800

/** A list without an order, as Prism Launcher exports it. */
export const listedNames: FileKind = {
  names: /^(?:mods\.(?:txt|md|html)|load-order\.(?:txt|md))$/i,
  folder: null,
  pasted: { name: 'mods.txt', sign: ({ text }) => (modsOf(text)?.length ?? 0) >= MIN_PASTED },
  mods: ({ text }: Input): FoundMods => {
    const mods = modsOf(text)
    return mods !== null && mods.length >= MIN_CHOSEN ? mods : null
  },
  isUnordered: true,
}

/** Returns the mods of a text, one on each filled line or list item; null if too few of them have a sign. */
function modsOf(text: string): FoundMod[] | null {
  if (/^(?:## )?Plugins$/m.test(text)) return null // an export of this program
  const lines = /^\s*<(?:!doctype|html|ul|ol)\b/i.test(text) ? itemsOf(text) : splitLines(text)
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  const found = filled.map(modOfLine)
  const signs = found.filter(({ hasSign }) => hasSign).length
  const sentences = found.filter(({ mod }) => isSentence(mod.name)).length
  if (signs === 0 || 2 * signs < filled.length || 10 * sentences > filled.length) return null
  return found.map(({ mod }) => mod).filter(({ name }) => isName(name))
}

/** Reports whether a text is rather a sentence, a heading or code than the name of a mod. */
const isSentence = (name: string): boolean => name === '' || /[.:;,!{}`=]$|^[>|`]|(?:\s\S{1,60}){8}/.test(name)

/** Returns the texts of the list items of an HTML text, with their links. */
function itemsOf(text: string): string[] {
  return text
    .split(/<li\b/i)
    .slice(1)
    .map((piece) => {
      const item = piece.slice(piece.indexOf('>') + 1, piece.indexOf('</li') === -1 ? undefined : piece.indexOf('</li'))
      const [, address = ''] = /\bhref="([^"<>]{1,500})"/i.exec(item) ?? []
      return `${item.replaceAll(/<[^<>]{0,600}>/g, '')} ${address}`.replaceAll(/&(amp|lt|gt|quot|#39);/g, unescaped)
    })
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (_: string, entity: string): string => ENTITIES[entity] ?? ''

const BULLET = /^(?:[-*•+]\s|\d{1,4}[.)]\s)\s*/
const BOX = /^(?:\[[ x]\]|[☐☑☒✓✔])\s*/i
const LINK = /^\[([^[\]]{1,255}(?:\[[^[\]]{1,50}\])?)\]\((https?:[^()\s]{1,500})\)/
const ADDRESS = /[<([|]?\s?(https?:\/\/[^\s<>()[\]|]{1,500})[>)\]]?/i
const AUTHOR = /\s\(?by [^()[\]]{1,100}\)?$/i
const VERSION =
  /\s?(?:\[v?(\d[\w.+-]{0,49})\]|\(v?(\d[\w.+-]{0,49})\)|\sv(\d[\w.+-]{0,49})|\s(\d{1,9}\.\d[\w.+-]{0,49}))$/i

/** Matches a mod of Thunderstore, with its version. */
const PACKAGE = /^(\w{1,100})-(\w{1,200})-(\d{1,9}\.\d{1,9}\.\d{1,9})$/

function modOfLine(line: string): { mod: FoundMod; hasSign: boolean } {
  if (line.length > MAX_LINE) return { mod: { name: '', enabled: true }, hasSign: false }
  let text = line.replace(BULLET, '')
  const [box] = BOX.exec(text) ?? []
  text = text.slice(box?.length ?? 0)
  const enabled = box === undefined || /[x☑✓✔]/i.test(box)
  const [, team, name, release] = PACKAGE.exec(text) ?? []
  if (team !== undefined)
    return {
      mod: {
        name: `${team}-${name}`,
        enabled,
        version: release ?? null,
        source: `https://thunderstore.io/package/${team}/${name}/`,
      },
      hasSign: true,
    }
  const [linked, label = '', target = ''] = LINK.exec(text) ?? []
  let source: string | null = null
  if (linked !== undefined) {
    source = sourceOf(target)
    text = label + text.slice(linked.length)
  } else {
    const [all, address = ''] = ADDRESS.exec(text) ?? []
    if (all !== undefined && isAddress(address)) {
      source = sourceOf(address)
      text = text.replace(all, '')
    }
  }
  text = text.trim().replace(AUTHOR, '').trim()
  const [written = '', ...versions] = VERSION.exec(text) ?? []
  const version = versionOf(versions.find((one) => one !== undefined) ?? '')
  const shown = text
    .slice(0, text.length - written.length)
    .replace(/[\s|:–-]{1,10}$/, '')
    .trim()
  return {
    mod: { name: shown, enabled, version, source },
    hasSign: box !== undefined || version !== null || source !== null,
  }
}
