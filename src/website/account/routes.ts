import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { addPasskey, askForAnother } from '../../accounts/passkeys/service.ts'
import { findAccountData } from '../../accounts/queries.ts'
import { deleteAccount } from '../../accounts/service.ts'
import { endOtherSessions, endSession, sessionEnded } from '../../accounts/sessions/service.ts'
import { namePasskey, newRecoveryCodes, removeSignInMethod } from '../../accounts/sign-in/methods-service.ts'
import { type Actor, requireUnsuspended } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { CatalogError, notFound } from '../../errors.ts'
import { readFile } from '../../files/service.ts'
import { requestContext } from '../../http/limits/rate-limits.ts'
import { requireSession, requireSessions } from '../../http/request/session.ts'
import { describeDownload, HTML, notStored } from '../../http/response/headers.ts'
import { findDetail } from '../../lists/hot-queries.ts'
import { claimList, HiddenByModerators } from '../../lists/ownership/service.ts'
import { existingSql } from '../../lists/visibility-queries.ts'
import { expires } from '../../lists/writing/input.ts'
import { countCases } from '../../moderation/cases/queries.ts'
import { siteOf } from '../components/site.ts'
import { formAgain } from '../form/again.ts'
import { formOf, IdForm, rowId, text } from '../form/state.ts'
import { pageNumber, parameter, unknownOf } from '../parameters.ts'
import { type AccountRoutesOptions, accountOf, requireParty, supportAt } from '../sign-in/options.ts'
import { codesPage } from '../sign-in/page.tsx'
import { ACCOUNT_TABS } from './page.tsx'
import { listsTab, newestOwnLists, securityTab } from './service.tsx'
import { tokensPage } from './tokens/routes.tsx'

const AccountQuery = z.object({ tab: parameter, page: pageNumber })

const RenameForm = formOf({ id: rowId, name: text })
const ResponseForm = formOf({ response: text })
const DeletionForm = formOf({ confirmation: text, fate: text })
const ClaimForm = formOf({ slug: text, owner_key: text, expires })

/** The pages of the reader's own account. None is cached; all but the header need a session. */
export const accountRoutes: FastifyPluginAsyncZod<AccountRoutesOptions> = async (app, { context, steps, session }) => {
  const site = () => siteOf(context.urls)
  requireSessions(app)

  /** Returns the header's link for moderators, with the number of open cases. */
  const moderationLink = async () => {
    const count = await countCases(context.db)
    return { href: `${site().base}/moderation`, text: count === 0 ? 'Moderation' : `Moderation (${count})` }
  }

  /** The reader's part of the header: their name and personal links. The name is null if nobody is signed in. */
  app.get('/account/header', {
    config: { session: 'optional', isPartOfPage: true },
    handler: async ({ session }, reply) => {
      notStored(reply)
      const { name, moderator } = session?.actor.user ?? { name: null, moderator: false }
      return { name, links: moderator ? [await moderationLink()] : [] }
    },
  })

  /** The reader's newest lists, for pages that are the same for everybody. Empty if nobody is signed in. */
  app.get('/account/lists', {
    config: { session: 'optional', isPartOfPage: true },
    handler: async ({ session }, reply) => {
      notStored(reply)
      return { lists: session === null ? [] : await newestOwnLists(context, session) }
    },
  })

  app.get('/account', {
    schema: { querystring: AccountQuery },
    handler: async (request, reply) => {
      const { tab, page: asked } = request.query
      const unknown = [...unknownOf('tab', ACCOUNT_TABS, tab), ...asked.unknown]
      const session = requireSession(request.session)
      const shown =
        tab === 'security'
          ? securityTab(context, session, { passkeys: supportAt(context, request) })
          : tab === 'tokens'
            ? tokensPage(context, session)
            : listsTab(context, session, { page: asked.page, unknown })
      return reply.type(HTML).send(await shown)
    },
  })

  const again = formAgain((request, form) =>
    securityTab(context, requireSession(request.session), { passkeys: supportAt(context, request), form }),
  )

  app.post('/account/passkeys/options', {
    handler: async (request, reply) => {
      const { secret, options } = await askForAnother(context, requireParty(context, request), accountOf(request))
      steps.add(request, reply, secret)
      return reply.send(options)
    },
  })

  app.post('/account/passkeys', {
    schema: { body: ResponseForm },
    errorHandler: again,
    handler: async (request, reply) => {
      const codes = await addPasskey(
        context,
        requireParty(context, request),
        accountOf(request),
        steps.of(request),
        request.body.response,
        request.headers['user-agent'],
      )
      steps.settle(request, reply)
      if (codes.length === 0) return toSecurity(reply, 'passkeys')
      return reply.type(HTML).send(codesPage(context, 'Your passkey was added', codes, `${site().base}/account`))
    },
  })

  app.post('/account/passkeys/rename', {
    schema: { body: RenameForm },
    errorHandler: again,
    handler: async (request, reply) => {
      await namePasskey(context, accountOf(request), request.body.id, request.body.name)
      return toSecurity(reply, 'passkeys')
    },
  })

  app.post('/account/passkeys/remove', {
    config: { worksOnFullDisk: true },
    schema: { body: IdForm },
    errorHandler: again,
    handler: async (request, reply) => {
      await removeSignInMethod(context, accountOf(request), 'passkey', request.body.id)
      return toSecurity(reply, 'passkeys')
    },
  })

  app.post('/account/codes', {
    handler: async (request, reply) => {
      const codes = await newRecoveryCodes(context, accountOf(request))
      return reply.type(HTML).send(codesPage(context, 'New recovery codes', codes, `${site().base}/account`))
    },
  })

  app.post('/account/sessions/end', {
    config: { worksOnFullDisk: true },
    schema: { body: IdForm },
    handler: async (request, reply) => {
      await endSession(context, accountOf(request).userId, request.body.id)
      return toSecurity(reply, 'sessions')
    },
  })

  app.post('/account/sessions/end-others', {
    config: { worksOnFullDisk: true },
    handler: async (request, reply) => {
      const { userId, sessionId } = accountOf(request)
      await endOtherSessions(context, userId, sessionId)
      return toSecurity(reply, 'sessions')
    },
  })

  app.get('/account/data', {
    exposeHeadRoute: false, // HEAD would read everything and send nothing
    handler: async ({ session }, reply) => {
      const data = await accountData(context, requireSession(session).actor)
      return describeDownload(reply, 'application/zip', 'attachment; filename="your-data.zip"').send(data)
    },
  })

  app.post('/account/delete', {
    config: { worksOnFullDisk: true },
    schema: { body: DeletionForm },
    errorHandler: again,
    handler: async (request, reply) => {
      const { confirmation, fate } = request.body
      // A suspended user may delete everything, but not leave lists behind that nobody can change.
      if (fate === 'keep') requireUnsuspended(requireSession(request.session).actor)
      await deleteAccount(context, accountOf(request), { name: confirmation, lists: fate })
      session.clear(reply)
      return reply.redirect(`${site().base}/`, 303)
    },
  })

  app.post('/account/claim', {
    schema: { body: ClaimForm },
    handler: async (request) => {
      const { slug, owner_key: key, expires } = request.body
      const { actor } = requireSession(request.session)
      requireUnsuspended(actor)
      const list = await claimList(requestContext(context, request), actor, slug, { key, expires }).catch(
        (error: unknown) => {
          // After a 404 the script forgets the key. After a 403, it must not: the list may be shown again.
          if (error instanceof HiddenByModerators) throw error
          throw error instanceof CatalogError && error.kind === 'forbidden' ? notFound('Anonymous list') : error
        },
      )
      return { data: { slug: list.slug } }
    },
  })

  const toSecurity = (reply: FastifyReply, part: string) =>
    reply.redirect(`${site().base}/account?tab=security#${part}`, 303)
}

/** Returns an account's data as a zip: `account.json` and its files, which are read one by one. */
async function accountData(context: Context, actor: Actor): Promise<Readable> {
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
