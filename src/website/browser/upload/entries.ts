import type { ProfileEntry } from '../../../lists/writing/profile.ts'

/** What was dropped or chosen: the entries of a folder, or files. */
export interface Chosen {
  /** The name of the folder, if it is one. */
  folder?: string | undefined
  entries: ProfileEntry[]
}

/** What was dropped. A folder is looked into, but not those within it. */
export async function droppedEntries({ items }: DataTransfer): Promise<Chosen> {
  // All are taken before anything is waited for: the browser forgets them then.
  const dropped = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const folders = dropped.flatMap(({ entry }) => (entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : []))
  const files = dropped.flatMap(({ entry, file }) => (entry?.isDirectory || file === null ? [] : [ofFile(file, true)]))
  const within = await Promise.all(folders.map(entriesIn))
  return { folder: folders[0]?.name, entries: [...within.flat(), ...files] }
}

/** What was chosen in a field: for a folder the browser lists all files below it. */
export function chosenEntries(files: FileList): Chosen {
  const folders = new Set<string>()
  const entries = [...files].flatMap((file): ProfileEntry[] => {
    const [, name = '', ...below] = file.webkitRelativePath.split('/')
    if (below.length === 0) return [ofFile(file, file.webkitRelativePath === '')]
    if (folders.has(name)) return []
    folders.add(name)
    return [ofFolder(name)]
  })
  const [folder] = files[0]?.webkitRelativePath.split('/') ?? []
  return { folder: folder === '' ? undefined : folder, entries }
}

const ofFile = (file: File, isChosen: boolean): ProfileEntry => ({
  name: file.name,
  kind: 'file',
  bytes: file.size,
  isChosen,
  read: async () => new Uint8Array(await file.arrayBuffer()),
})

const nothing = () => Promise.reject(new Error('nothing to read'))
const ofFolder = (name: string): ProfileEntry => ({ name, kind: 'folder', bytes: 0, read: nothing })

async function entriesIn(folder: FileSystemDirectoryEntry): Promise<ProfileEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    // Some browsers give a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) break
    all.push(...some)
  }
  return Promise.all(
    all.map(async (entry) => {
      if (entry.isDirectory) return ofFolder(entry.name)
      const { file } = entry as FileSystemFileEntry
      return new Promise<File>((resolve, reject) => file.call(entry, resolve, reject)).then(
        (found) => ofFile(found, false),
        (): ProfileEntry => ({ name: entry.name, kind: 'unreadable', bytes: 0, read: nothing }),
      )
    }),
  )
}
