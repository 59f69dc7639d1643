import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { findAccountData } from '../../../accounts/queries.ts'
import { sessionEnded } from '../../../accounts/sessions/service.ts'
import type { Actor } from '../../../actor.ts'
import type { Context } from '../../../context.ts'
import { readFile } from '../../../files/service.ts'
import { findDetail } from '../../../lists/hot-queries.ts'
import { existingSql } from '../../../lists/visibility-queries.ts'

/**
 * Returns all data of an account as a zip: `account.json` with its rows, and the files of each list under `lists/`.
 * Files are read one by one while the zip is sent, so that memory does not limit its size.
 */
export async function accountData(context: Context, actor: Actor): Promise<Readable> {
  const now = context.clock()
  const data = await findAccountData(context.db, actor.user.id, now)
  if (data === null) throw sessionEnded()
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify(data, inJson, 2)), 'account.json', { mtime: now })
  for (const { slug } of data.lists) {
    const found = await findDetail(context.db, slug, now, existingSql)
    if (found === null || found.row.authorId !== actor.user.id) continue // deleted meanwhile
    for (const file of found.files) {
      zip.addReadStreamLazy(
        `lists/${slug}/${file.cleanName.replaceAll(':', '_')}`,
        { mtime: file.createdAt },
        (callback) => {
          readFile(context, file).then(
            ({ content }) => callback(null, Readable.from([content])),
            (error) => callback(error, Readable.from([])),
          )
        },
      )
    }
  }
  zip.end()
  return zip.outputStream as Readable
}

/** JSON replacer: writes bigints as decimal text and bytes in base64. */
const inJson = (_: string, value: unknown) =>
  typeof value === 'bigint'
    ? String(value)
    : value instanceof Uint8Array
      ? Buffer.from(value).toString('base64')
      : value
