import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Creates a folder with this name and these files, and returns its path. */
export async function folderWith(name: string, files: Record<string, string | Buffer>): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'mod-list-catalog-profile-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  for (const [file, content] of Object.entries(files)) {
    await mkdir(join(parent, name, file, '..'), { recursive: true })
    await writeFile(join(parent, name, file), content)
  }
  return join(parent, name)
}

/** Returns a file to choose in a form. */
export const fileOf = (name: string, content: string | Buffer = 'x') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

/** Fills in the upload form of the opened page, with a file, a name and a game. */
export async function fillUpload(page: Page, name: string, text = 'x', file = 'modlist.txt'): Promise<void> {
  await page.getByLabel('Choose files').setInputFiles(fileOf(file, text))
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Game').selectOption('4')
}

/** Drops a file or folder of this machine on the element with the given text. */
export async function drop(page: Page, path: string, text: string): Promise<void> {
  const box = await page.getByText(text).boundingBox()
  const session = await page.context().newCDPSession(page)
  const point = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      ...point,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    })
  }
}

/** Returns the texts of the table that says which files will be uploaded. */
export const rowsOf = async (page: Page) => {
  const cells = await page.locator('form.upload tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent))
  return cells.map((text) => text ?? '')
}
