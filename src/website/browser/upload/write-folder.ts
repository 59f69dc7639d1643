interface FolderPicker {
  showDirectoryPicker(options: { mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>
}

const hasPicker = (browser: object): browser is FolderPicker => 'showDirectoryPicker' in browser

/**
 * Writes the files of a suggestion into a chosen folder, after copying those that are there. Refuses a folder whose
 * files are not those that were shared, because that would undo later changes.
 */
export function offerToWrite(): void {
  const browser: object = window
  const button = document.querySelector<HTMLButtonElement>('button.write')
  const form = button?.form
  const status = button?.closest('.actions')?.querySelector('.outcome')
  if (!button || !form || !status || !hasPicker(browser)) return
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      const folder = await browser.showDirectoryPicker({ mode: 'readwrite' })
      const { files = '', shared = '' } = button.dataset
      status.textContent = `${await writeInto(folder, files.split('|'), shared, form)} Start Mod Organizer again.`
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        status.textContent = error instanceof Error ? error.message : String(error)
      }
    }
  })
}

async function writeInto(
  folder: FileSystemDirectoryHandle,
  names: readonly string[],
  shared: string,
  form: HTMLFormElement,
) {
  const found = await Promise.all(
    names.map(async (name) => {
      const handle = await folder.getFileHandle(name).catch(() => {
        throw new Error(`This folder has no ${name}. Choose the folder of your profile.`)
      })
      const before = await (await handle.getFile()).arrayBuffer()
      if (!isSame(before, await bytesAt(`${shared}/${encodeURIComponent(name)}/raw`))) {
        throw new Error(`Your ${name} has changed since it was shared, so nothing was written. Share it again first.`)
      }
      const fields = new URLSearchParams([...new FormData(form)].map(([key, value]) => [key, String(value)]))
      fields.set('download', name)
      return { name, handle, before, after: await bytesAt(`${form.action}?${fields}`) }
    }),
  )
  const stamp = new Date().toISOString().replaceAll(/[-:Z]/g, '').replace('T', '-').replace('.', '-')
  for (const { name, before } of found) {
    await write(await folder.getFileHandle(`${name}.before-apply-${stamp}`, { create: true }), before)
  }
  for (const { handle, after } of found) await write(handle, after)
  return `Written: ${names.join(', ')}. Your files are kept as NAME.before-apply-${stamp}.`
}

async function write(handle: FileSystemFileHandle, content: ArrayBuffer) {
  const stream = await handle.createWritable()
  await stream.write(content)
  await stream.close()
}

async function bytesAt(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error('The server could not send the files. Nothing was written.')
  return response.arrayBuffer()
}

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [first, second] = [new Uint8Array(one), new Uint8Array(other)]
  return first.length === second.length && first.every((byte, at) => byte === second[at])
}
