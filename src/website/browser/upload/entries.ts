import { isProfile, type ProfileEntry } from '../../../lists/writing/profile/profile.ts'
import type { DroppedItem } from './dropped-items.ts'

/** A folder and its direct entries. Its subfolders are read only when they are opened. */
export interface Folder {
  /** Names of the parent folders, as far as the browser reports them, and last the folder's own name. */
  path: readonly string[]
  entries: ProfileEntry[]
  folders: { name: string; open: () => Promise<Folder> }[]
}

export interface Chosen {
  folders: Folder[]
  files: ProfileEntry[]
}

/** Returns the dropped folders, with their entries, and the dropped files. */
export async function droppedEntries(dropped: readonly DroppedItem[]): Promise<Chosen> {
  const folders = dropped.flatMap(({ entry }) => (entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : []))
  const files = dropped.flatMap(({ entry, file }) => (entry?.isDirectory || file === null ? [] : [ofFile(file, true)]))
  return { folders: await Promise.all(folders.map((folder) => droppedFolder(folder, []))), files }
}

/** Returns the folder or files chosen in a field. For a folder, browsers list all files below it. */
export function chosenEntries(files: readonly File[]): Chosen {
  const [folder = ''] = files[0]?.webkitRelativePath.split('/') ?? []
  if (folder === '') return { folders: [], files: files.map((file) => ofFile(file, true)) }
  return { folders: [chosenFolder(files, [folder])], files: [] }
}

/** Maximum number of folders searched for profiles. A folder of mods can have thousands. */
const MAX_FOLDERS = 100

/** Returns the folder itself if it is a profile, otherwise the profiles in its folder `profiles` or in it. */
export async function profilesIn(folder: Folder): Promise<Folder[]> {
  if (isProfile(folder.entries)) return [folder]
  const home = folder.folders.find(({ name }) => /^profiles$/i.test(name))
  const { folders } = home === undefined ? folder : await home.open()
  const opened = await Promise.all(folders.slice(0, MAX_FOLDERS).map(({ open }) => open()))
  return opened.filter(({ entries }) => isProfile(entries))
}

const ofFile = (file: File, isChosen: boolean): ProfileEntry => ({
  name: file.name,
  kind: 'file',
  bytes: file.size,
  isChosen,
  read: async () => new Uint8Array(await file.arrayBuffer()),
})

export const ofFolder = (name: string): ProfileEntry => ({ name, kind: 'folder' })

function chosenFolder(files: readonly File[], path: readonly string[]): Folder {
  const entries: ProfileEntry[] = []
  const folders = new Map<string, File[]>()
  for (const file of files) {
    const [name = '', ...below] = file.webkitRelativePath.split('/').slice(path.length)
    if (below.length === 0) entries.push(ofFile(file, false))
    else if (!folders.get(name)?.push(file)) folders.set(name, [file])
  }
  return {
    path,
    entries: [...entries, ...[...folders.keys()].map(ofFolder)],
    folders: [...folders].map(([name, below]) => ({ name, open: async () => chosenFolder(below, [...path, name]) })),
  }
}

async function droppedFolder(folder: FileSystemDirectoryEntry, above: readonly string[]): Promise<Folder> {
  const path = [...above, folder.name]
  const all = await entriesIn(folder)
  const folders = all.filter((entry) => entry.isDirectory) as FileSystemDirectoryEntry[]
  const files = all.filter((entry) => !entry.isDirectory) as FileSystemFileEntry[]
  return {
    path,
    entries: [...(await Promise.all(files.map(fileEntry))), ...folders.map(({ name }) => ofFolder(name))],
    folders: folders.map((entry) => ({ name: entry.name, open: () => droppedFolder(entry, path) })),
  }
}

async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    // Some browsers return a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const fileEntry = (entry: FileSystemFileEntry): Promise<ProfileEntry> =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject)).then(
    (file) => ofFile(file, false),
    () => ({ name: entry.name, kind: 'unreadable' }),
  )
