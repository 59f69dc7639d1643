import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { LIFETIME_NAMES, lifetimeBetween } from '../../../lists/expiry/lifetimes.ts'
import { data, ListDetail, SavedList } from '../../../lists/schemas.ts'
import { eachOptionalText, OPTIONAL_TEXTS, TEXT_FIELDS, type TextFieldName } from '../../../lists/text-fields.ts'
import { PROFILE_FILES, type Profile, type ProfileFile } from '../../../lists/writing/profile/profile.ts'
import { knownGame } from '../../../load-order/games.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { storedProfile } from '../../../load-order/reading/stored-profile.ts'
import { isUnread, notReadWords } from '../../../load-order/rendering/notes.ts'
import { counted, sizeText } from '../../../text/amounts.ts'
import { harmless } from '../../../text/harmless.ts'
import { table, withProgressBar } from '../../terminal.ts'
import { type Api, onStatus, RemoteError, type RequestParts } from '../api.ts'
import { type Connection, overHttp, type RemoteTerminal } from '../connection.ts'
import { didYouMean, gameNamed } from '../games.ts'
import { isFile, type ModsTable, readChosenFile, readProfile } from '../profile/profile.ts'
import { OWNER_KEY, OWNER_KEY_WITH_TOKEN, type SecretOptions, TOKEN } from '../secrets.ts'
import { listPath, listPlace } from '../sources.ts'

interface FileOptions {
  withPersonal: boolean
  versions: boolean
}

interface UploadOptions extends Connection, ListOptions, FileOptions {
  game: string
  token?: string
}

interface UpdateOptions extends Connection, ListOptions, FileOptions, SecretOptions {
  game?: string
}

export function addWritingCommands(cli: Command, { print, complain, progress, apiFor, secrets }: RemoteTerminal): void {
  listFields(overHttp(cli.command('upload <folder-or-file>')))
    .description(
      `share a mod manager's profile: ${PROFILE_FILES}; or a file, such as a crash log; prints the list's address`,
    )
    .requiredOption('--game <name>', 'the game, by name in any case or by id')
    .requiredOption('--name <name>', 'a name for the list')
    .option('--private', PRIVATE)
    .addOption(TOKEN)
    .action(async (path: string, { url, game, token, withPersonal, versions, ...fields }: UploadOptions) => {
      const api = apiFor({ url })
      const files = await filesOf(api, path, { withPersonal, versions, game })
      const form = formOf({ description: '', ...fields }, (await gameNamed(api, game)).id, files)
      const secret = await secrets.token(api.base, { token })
      const { body, headers } = await upload(api, '/lists', {
        method: 'POST',
        form,
        secret,
        idempotencyKey: randomUUID(),
      })
      await printAddress(api, body.data)
      const { author } = body.data
      if (author !== null) complain(`Uploaded as ${harmless(author.name)}.`)
      const key = headers.get('owner-key')
      if (key !== null) complain(await secrets.keep(api.base, body.data.slug, key))
    })

  listFields(overHttp(cli.command('update <list> <folder-or-file>')))
    .description(
      'replace the files of a list, by slug or address; fields without an option stay as they are, and its lifetime restarts',
    )
    .option('--game <name>', 'the new game, by name in any case or by id')
    .option('--name <name>', 'the new name')
    .option('--private', PRIVATE)
    .option('--no-private', 'make the list public')
    .addOption(TOKEN)
    .addOption(OWNER_KEY)
    .action(async (place: string, source: string, options: UpdateOptions) => {
      const { url, game, token, ownerKey, withPersonal, versions, ...fields } = options
      const { api, path, slug } = listAt(place, url)
      const { list, tag } = await readList(api, slug)
      const files = await filesOf(api, source, { withPersonal, versions, game: game ?? list.game.name })
      const gameId = game === undefined ? list.game.id : (await gameNamed(api, game)).id
      const form = formOf({ ...optionsOf(list), ...fields }, gameId, files)
      const secret = await secrets.forList(api.base, list, { token, ownerKey })
      const { body } = await upload(api, path, { method: 'PUT', form, secret, ifMatch: tag }).catch(
        onStatus(412, () => {
          throw new RemoteError(`${slug} was changed by someone else meanwhile; nothing was overwritten. Try again.`)
        }),
      )
      await printAddress(api, body.data)
    })

  overHttp(cli.command('delete <list>'))
    .description('delete a list, by slug or address, without asking')
    .addOption(TOKEN)
    .addOption(OWNER_KEY)
    .action(async (place: string, { url, ...given }: Connection & SecretOptions) => {
      const { api, path, slug } = listAt(place, url)
      const { list } = await readList(api, slug)
      const secret = await secrets.forList(api.base, list, given)
      await api.request(path, z.undefined(), { method: 'DELETE', secret })
      await secrets.forget(api.base, slug, complain)
      print(`Deleted ${slug}.`)
    })

  overHttp(cli.command('claim <list>'))
    .description("make the token's user the author of an anonymous list, by slug or address; prints its address")
    .addOption(TOKEN)
    .addOption(OWNER_KEY_WITH_TOKEN)
    .addOption(EXPIRES)
    .action(async (place: string, options: Connection & SecretOptions & { expires?: string }) => {
      const { url, token, ownerKey, expires } = options
      const { api, path, slug } = listAt(place, url)
      const secret = await secrets.token(api.base, { token })
      if (secret === undefined)
        throw new RemoteError('Only a user can claim a list. Put an API token into CATALOG_TOKEN.')
      const key = await secrets.ownerKey(api.base, slug, { ownerKey })
      const form = new FormData()
      form.set('owner_key', key)
      if (expires !== undefined) form.set('expires', expires)
      const { body } = await api.request(`${path}/claim`, data(SavedList), { method: 'POST', form, secret })
      await secrets.forget(api.base, slug, complain)
      complain(`${slug} now belongs to ${body.data.author?.name ?? 'nobody'}.${endOf(body.data)}`)
      await printAddress(api, body.data)
    })

  const upload = (api: Api, path: string, parts: RequestParts) =>
    withProgressBar(progress, uploadLine, (report) =>
      api.request(path, data(SavedList), { ...parts, progress: report, onSilence: complain }),
    )

  /** Prints the address of a list's page, or its address in the API if the server has no pages. */
  async function printAddress(api: Api, { slug, links }: z.output<typeof SavedList>): Promise<void> {
    const page = `/lists/${slug}`
    const isElsewhere = links.url !== links.self.replace(`/v1${page}`, page)
    print(harmless(isElsewhere || (await api.hasPage(page)) ? links.url : links.self))
  }

  /** Returns the files of a path to upload, within the limits of the server, and says which files are skipped. */
  async function filesOf(api: Api, path: string, { withPersonal, versions, game }: FileOptions & { game: string }) {
    const read = (await isFile(path)) ? readChosenFile : readProfile
    const { table, ...found } = await read(path, await api.limits(), versions)
    const profile = withoutPersonal(found, withPersonal)
    complain(profileText(profile))
    if (table !== undefined) complain(tableText(table))
    const names = profile.files.map(({ name }) => name)
    const order = readLoadOrder(storedProfile({ files: profile.files.map(({ content }) => content), names }))
    const known = knownGame(game)
    if (names.length > 0 && isUnread(order)) complain(notReadWords(names, (one) => one === known))
    if (profile.files.length === 0) {
      throw new RemoteError(
        read === readProfile ? `${path} has no file to upload: ${PROFILE_FILES}.` : `${path} was not uploaded.`,
      )
    }
    return profile.files
  }

  function listAt(place: string, url: string | undefined) {
    const { slug, server } = listPlace(place)
    return { slug, path: listPath(slug), api: apiFor({ url }, server) }
  }

  async function readList(api: Api, slug: string) {
    const { body, headers } = await api.request(listPath(slug), data(ListDetail)).catch(
      onStatus(404, async ({ message }) => {
        throw new RemoteError(message + didYouMean(slug, await secrets.slugsOf(api.base)), 404)
      }),
    )
    return { list: body.data, tag: headers.get('etag') ?? undefined }
  }
}

const uploadLine = (bar: string, _: number, all: number) => `Uploading ${bar} of ${sizeText(all)}`

const tableText = ({ versions, mods }: ModsTable): string =>
  `mods.csv has the versions of ${versions} of ${counted(mods, 'mod')}, from Mod Organizer. --no-versions leaves it out.`

/** Says when a list expires that was claimed with its old expiry. */
const endOf = ({ expires }: z.output<typeof SavedList>): string =>
  expires === null ? '' : ` It expires at ${expires.slice(0, 16)}Z. Update it with "--expires perm" to keep it.`

const EXPIRES = new Option('--expires <time>', 'when the list expires').choices(LIFETIME_NAMES)

const PRIVATE = 'make the list unlisted: anyone with the link can see it'

function listFields(command: Command): Command {
  for (const name of OPTIONAL_TEXTS) {
    const { kind, option } = TEXT_FIELDS[name]
    command.option(`--${name} <${kind === 'link' ? 'address' : 'text'}>`, option)
  }
  return command
    .addOption(EXPIRES)
    .option('--note <text>', 'what changed, shown in its history (at most 500 characters)')
    .option('--no-versions', 'do not add the versions of the mods, which Mod Organizer knows, as mods.csv')
    .option('--with-personal', 'also upload files with personal data: ids of accounts, paths with a user name', false)
}

interface ListOptions extends Partial<Record<TextFieldName, string>> {
  private?: boolean
  expires?: string
  note?: string
}

/** Returns the form of a create or an update, without the fields that are undefined. */
function formOf(options: ListOptions, game: number, files: readonly ProfileFile[]): FormData {
  const form = new FormData()
  const { private: isPrivate = false, ...texts } = options
  const fields = { ...texts, game: String(game), private: isPrivate ? '1' : '0' }
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, value)
  for (const file of files) form.append('files[]', new Blob([file.content]), file.name)
  return form
}

/** Returns a list's fields for an update, with the lifetime that it had, and without the note of its last revision. */
function optionsOf(list: z.output<typeof ListDetail>): Required<Omit<ListOptions, 'note'>> {
  const { name, expires, updated } = list
  return {
    name,
    ...eachOptionalText((field) => list[field] ?? ''),
    private: list.private,
    expires: lifetimeBetween(new Date(updated), expires === null ? null : new Date(expires)),
  }
}

function withoutPersonal({ files, skipped }: Profile, withPersonal: boolean): Profile {
  if (withPersonal) return { files, skipped }
  const reasonOf = (file: ProfileFile) => `${heldText(file)}; upload it anyway with --with-personal`
  const personal = files.filter((file) => file.personal.length > 0)
  return {
    files: files.filter((file) => !personal.includes(file)),
    skipped: [...personal.map((file) => ({ name: file.name, reason: reasonOf(file) })), ...skipped],
  }
}

const AND = new Intl.ListFormat('en')

export const heldText = ({ personal }: ProfileFile): string => `holds ${AND.format(personal)}`

function profileText({ files, skipped }: Profile): string {
  const total = files.reduce((sum, { content }) => sum + content.length, 0)
  const rows = [
    ...files.map((file) => ({
      name: file.name,
      text: sizeText(file.content.length) + (file.personal.length === 0 ? '' : `, ${heldText(file)}`),
    })),
    ...skipped.map(({ name, reason }) => ({ name, text: `skipped: ${reason}` })),
  ]
  return table(rows, { [counted(files.length, 'file')]: ({ name }) => name, [sizeText(total)]: ({ text }) => text })
}
