import { createHash, createHmac } from 'node:crypto'
import type { Actor } from '../../actor.ts'
import type { Context, DataContext, RequestContext } from '../../context.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { derivedOwnerKey, newSalt } from '../../secrets.ts'
import { findByIds } from '../hot-queries.ts'
import type { ListRow } from '../queries.ts'
import type { ListInput } from './input.ts'
import type { StoredKey } from './queries.ts'
import { hexOf, type StoredFile } from './uploaded-files.ts'

/*
 * Idempotent creations of lists. Problem: a client that loses the response must not create its list twice. Approach:
 * the client names a creation by the header Idempotency-Key. The transaction of the creation stores hashes of sender
 * and key, and of what was sent. Creations of a key run one after the other on a server; of two servers, the unique
 * index lets one store its list. The owner key of an anonymous list is derived from the client's key and stored random
 * bytes, so it can be sent again. Guarantee: for a day, the same key and list from the same sender return the list that
 * the first request created. Another list is refused, and so is the key of a deleted list. A refused creation stores no
 * key. Tests: test/lists/writing/idempotency-key.test.ts and repeated-creations.test.ts.
 */

export interface IdempotencyKey extends StoredKey {
  /** The key as the client sent it. */
  secret: string
}

const KEY = /^[\x21-\x7e]{1,255}$/

/** Returns the idempotency key of a creation; null if the client sent none. Throws if it is malformed (422). */
export function idempotencyKeyOf(
  secret: string | undefined,
  { address = '' }: RequestContext,
  actor: Actor | null,
  { files: _, ...fields }: ListInput,
  files: readonly StoredFile[],
): IdempotencyKey | null {
  if (secret === undefined) return null
  if (!KEY.test(secret)) throw invalid({ 'Idempotency-Key': [MALFORMED] })
  const sender = actor === null ? `address ${address}` : `user ${actor.user.id}`
  const sent = JSON.stringify([fields, ...files.map(({ hash }) => hexOf(hash))])
  return {
    secret,
    key: new Uint8Array(createHmac('sha256', secret).update(sender).digest()),
    body: new Uint8Array(createHash('sha256').update(sent).digest()),
    salt: newSalt(),
  }
}

const MALFORMED = 'The Idempotency-Key header must have 1 to 255 visible ASCII characters, such as a UUID.'
const isExpired = ({ expiresAt, hiddenAt }: ListRow, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now && hiddenAt === null

const gone = () =>
  new CatalogError(
    'gone',
    'The list of this Idempotency-Key was deleted or has expired. To create it again, send a new key.',
  )
const USED = 'Another list was sent with this Idempotency-Key. Use a new key for each list.'

export const ownerKeyOf = ({ secret, salt }: Pick<IdempotencyKey, 'secret' | 'salt'>): string =>
  derivedOwnerKey(secret, hexOf(salt))

/**
 * Returns the list that an earlier creation with this key has made, and its owner key. Throws if another list was sent
 * then (422), or if the list is gone (410).
 */
export async function findCreated(
  { db, clock }: Context,
  { key, body, secret }: IdempotencyKey,
): Promise<{ list: ListRow; ownerKey: string | null }> {
  const found = await db.idempotencyKey.findUnique({ where: { key } })
  if (found !== null && Buffer.compare(found.body, body) !== 0) throw invalid({ 'Idempotency-Key': [USED] })
  if (found === null || found.listId === null) throw gone()
  const [list] = await findByIds(db, [found.listId])
  if (list === undefined || isExpired(list, clock())) throw gone()
  return { list, ownerKey: list.authorId === null ? ownerKeyOf({ secret, salt: found.salt }) : null }
}

/** Reports whether an earlier creation had this key. */
export const wasCreated = async ({ db }: Pick<Context, 'db'>, { key }: IdempotencyKey): Promise<boolean> =>
  (await db.idempotencyKey.findUnique({ where: { key } })) !== null

/** The running creations of this server by key. */
const running = new Map<string, Promise<unknown>>()

/** Runs a creation when no other one with its key runs on this server. */
export async function oneByOne<T>({ key }: IdempotencyKey, create: () => Promise<T>): Promise<T> {
  const id = hexOf(key)
  for (let other = running.get(id); other !== undefined; other = running.get(id)) await other.catch(() => {})
  const creation = create().finally(() => running.delete(id))
  running.set(id, creation)
  return creation
}

const DAY_MS = 24 * 3_600_000

export async function sweepIdempotencyKeys({ db, clock }: DataContext): Promise<void> {
  const createdAt = { lt: new Date(clock().getTime() - DAY_MS) }
  await db.idempotencyKey.deleteMany({ where: { createdAt } })
}
