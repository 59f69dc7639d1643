import { entryKey } from '../../key.ts'
import { listedLines, modOfLine, withoutMarks } from '../exports/listed-lines.ts'
import { itemsOf } from '../exports/listed-names.ts'
import { type FoundMod, type Input, sourceOf, textOf, versionOf } from '../found-mods.ts'
import { isObject, objectsOf } from '../json.ts'
import { type FileKind, jsonKind, type Reading } from '../kind.ts'
import { isHalf } from '../modlist.ts'

/*
 * Reads packs of Minecraft: Modrinth's index, CurseForge's manifest with its list of names, its instances, and names of jar
 * files. Two sides pair by project, then by folded name (comparing/mod-changes.ts). Tests:
 * test/load-order/reading/other-games/minecraft.test.ts.
 */

const JAR = /\.jar(\.disabled)?$/i

/** The names of the files of a folder `mods`, as a text. */
export const jarNames: FileKind = {
  names: /^mods\.txt$/i,
  folder: null,
  pasted: { name: 'mods.txt', sign: ({ entries }) => areJars(entries) },
  mods: (input) => {
    const lines = listedLines(input)
    return areJars(lines) ? lines.flatMap(listedJar) : null
  },
  isUnordered: true,
}

/** Returns the mod of a line of a list of files, as Prism Launcher logs it, too: "[✘] a-1.0.jar (disabled)". */
function listedJar(line: string): FoundMod[] {
  const { text, isChecked } = withoutMarks(line)
  const file = text.replace(/ \(disabled\)$/i, '')
  if (!JAR.test(file)) return []
  const mod = jarMod(file)
  return [{ ...mod, enabled: mod.enabled && isChecked !== false && file === text }]
}

const areJars = (lines: readonly string[]): boolean => isHalf(lines, (line) => JAR.test(line))

/** The index of a pack of Modrinth (`*.mrpack`). */
export const modrinthIndex = jsonKind('modrinth.index.json', /^modrinth\.index\.json$/i, ({ game, files }) =>
  game !== 'minecraft'
    ? null
    : objectsOf(files)?.flatMap(({ path, downloads }) => {
        const file = textOf(path)
        if (!/^mods\//i.test(file) || !JAR.test(file)) return []
        const addresses = [downloads].flat().map(textOf).join(' ')
        const [, project] = /\/\/cdn\.modrinth\.com\/data\/(\w{1,50})\//.exec(addresses) ?? []
        const page = { source: `https://modrinth.com/mod/${project}`, identity: `modrinth ${project}` }
        return { ...jarMod(file), ...(project !== undefined && page) }
      }),
)

const MANIFEST = /^manifest\.json$/i

/** The manifest of a pack of CurseForge, which has the numbers of the projects, and as their versions those of the files. */
export const curseManifest = jsonKind(
  'manifest.json',
  MANIFEST,
  ({ manifestType, files }) =>
    manifestType !== 'minecraftModpack'
      ? null
      : objectsOf(files)?.map(({ projectID, fileID, required }) => ({
          ...curseProject(textOf(projectID)),
          name: textOf(projectID),
          enabled: required !== false,
          version: versionOf(textOf(fileID)),
        })),
  { isUnordered: true, isCommonName: true },
)

const curseProject = (id: string) =>
  /^\d{1,10}$/.test(id) ? { source: `https://www.curseforge.com/projects/${id}`, identity: `curseforge ${id}` } : {}

/**
 * The list of names in a pack of CurseForge. If the pack also has a manifest, the names go to its projects: by their numbers
 * in the links, or else by their places, as both files are written in the same order.
 */
export const curseNames: FileKind = {
  names: /^modlist\.html$/i,
  mods: ({ text }) => {
    const mods = namesIn(text)
    return mods.length > 0 ? mods : null
  },
  own: {
    mods({ otherMods }: Reading, { text }: Input) {
      if (otherMods === null || !MANIFEST.test(otherMods.file)) return
      const named = namesIn(text)
      const byKey = new Map(named.flatMap((mod) => (mod.identity === undefined ? [] : [[mod.identity, mod] as const])))
      const arePlaced = byKey.size === 0 && named.length === otherMods.mods.length
      otherMods.mods.forEach((mod, at) => {
        const found = arePlaced ? named[at] : byKey.get(`curseforge ${mod.name}`)
        if (found === undefined) return
        mod.name = found.name
        mod.source = found.source ?? mod.source
      })
    },
  },
  isUnordered: true,
}

const namesIn = (text: string): FoundMod[] =>
  itemsOf(text).flatMap((item) => {
    const { mod } = modOfLine(item)
    const [, id] =
      /^https:\/\/(?:minecraft|www)\.curseforge\.com\/(?:mc-mods|projects)\/(\d{1,10})$/.exec(mod.source ?? '') ?? []
    return entryKey(mod) === '' ? [] : [{ ...mod, ...(id !== undefined && curseProject(id)) }]
  })

/** An instance of CurseForge's app. */
export const curseInstance = jsonKind('minecraftinstance.json', /^minecraftinstance\.json$/i, ({ installedAddons }) =>
  objectsOf(installedAddons)?.flatMap(({ addonID, name, webSiteURL, installedFile }) => {
    const file = isObject(installedFile) ? installedFile : {}
    const jar = textOf(file.fileNameOnDisk) || textOf(file.fileName)
    if (!JAR.test(jar)) return []
    const [mod, project] = [jarMod(jar), curseProject(textOf(addonID))]
    const source = sourceOf(webSiteURL) ?? project.source ?? null
    return { ...mod, ...project, name: textOf(name) || mod.name, source }
  }),
)

const LOADER = /^(?:fabric|forge|neoforge|quilt|mc|mod)$/i
/** Matches the loader or the version of the game before a name: "fabric-1.20.2-optionsprofiles-v1.1", "[1.12.2] A-1.0". */
const BEFORE_NAME =
  /^(?:(?:fabric|forge|neoforge|quilt|mc|mod)[-_ ]v?\d[^-_ ]*[-_ ]|\[(?:fabric|forge|neoforge|quilt|mc|[\d.x]{1,20})(?:[-_ ,/](?:fabric|forge|neoforge|quilt|mc|[\d.x]{1,20})){0,3}\][-_ ]?)(?=.)/i
const LAST_LOADERS = /(?:[-_ ](?:fabric|forge|neoforge|quilt|mc|mod)){0,5}[-_ ]?$/i

/**
 * Returns the mod of a jar file by its name: "sodium-fabric-0.5.3+mc1.20.1.jar" is sodium 0.5.3+mc1.20.1. The version begins
 * at the first digit behind a separator; loaders, and the version of the game before that of the mod, are no part of either.
 */
function jarMod(path: string): FoundMod {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const stem = file.replace(JAR, '')
  const start = BEFORE_NAME.exec(stem)?.[0].length ?? 0
  const words = stem.slice(start)
  const found = words.search(/(?<=[-_ ])(?:mc|v)?\d/i)
  const end = found === -1 ? words.length : found
  const name = words.slice(0, end).replace(LAST_LOADERS, '')
  const version = words
    .slice(end)
    .replace(/^mc\d[^-_ ]*[-_ ](?=v?\d)/i, '')
    .replace(LAST_LOADERS, '')
    .replace(/^v(?=\d)/i, '')
  return { name, enabled: !/\.disabled$/i.test(file), version: versionOf(version), folded: foldedName(name) }
}

/** Returns a name without loaders, in lower case letters and digits, by which a mod's file and its id pair. */
export function foldedName(name: string): string {
  const folded = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return folded.replaceAll(/neoforge|fabric|forge|quilt|mod|mc/g, '') || folded
}

/** Returns a version without the game's version and loaders, which file names have and ids may not. */
export function bareVersion(version: string): string {
  const words = version.toLowerCase().split(/[-_+ ]/)
  const own = words.filter((word) => !LOADER.test(word) && !/^(?:mc\d|1\.\d{1,2}(?:\.(?:\d{1,2}|x))?$)/.test(word))
  return (own.length > 0 ? own : words).join('-').replace(/^v(?=\d)/, '')
}
