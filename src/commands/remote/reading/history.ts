import type { Command } from 'commander'
import { z } from 'zod'
import { ChangelogPage } from '../../../compare/changelog/schemas.ts'
import { DEFAULT_PAGE_SIZE } from '../../../http/request/paging.ts'
import { RevisionPage } from '../../../lists/revisions/schemas.ts'
import { data, ListDetail } from '../../../lists/schemas.ts'
import { type Connection, overHttp, type RemoteTerminal } from '../connection.ts'
import { OWNER_KEY, type SecretOptions, TOKEN } from '../secrets.ts'
import { listPath, listPlace } from '../sources.ts'
import { printableJson } from './comparing.ts'
import { historyTable } from './list-text.ts'

interface Options extends Connection, SecretOptions {
  json?: boolean
  private?: boolean
}

const withPrivate = (command: Command) =>
  command
    .option('--private', 'include revisions that were private; only those who can change the list may see them')
    .addOption(TOKEN)
    .addOption(OWNER_KEY)

/** A changelog as Markdown, which begins with a heading. */
const Markdown = z.string().startsWith('# ')

export function addHistoryCommands(cli: Command, { print, complain, show, apiFor, secrets }: RemoteTerminal): void {
  /** Returns a list's server and path. Adds a secret only for --private, because what is printed may be published. */
  async function listOf(list: string, options: Options) {
    const { slug, server } = listPlace(list)
    const api = apiFor(options, server)
    const path = listPath(slug)
    if (!options.private) return { api, path }
    const { data: detail } = await api.get(path, data(ListDetail))
    return { api, path, secret: await secrets.forList(api.base, detail, options) }
  }
  const noteRest = ({ to, total }: { to: number | null; total: number }) => {
    if (to !== null && to < total) complain(`The newest ${to} of ${total} revisions.`)
  }

  withPrivate(overHttp(cli.command('history <list>')))
    .description(`show the newest ${DEFAULT_PAGE_SIZE} revisions of a list, by slug or address`)
    .option('--json', 'as JSON, in the shape of /v1/lists/{slug}/revisions')
    .action(async (list: string, options: Options) => {
      const { api, path, secret } = await listOf(list, options)
      const page = await api.get(`${path}/revisions`, RevisionPage, secret)
      if (options.json) print(printableJson(page))
      else show(historyTable(page.data))
      noteRest(page.meta)
    })

  withPrivate(overHttp(cli.command('changelog <list>')))
    .description(
      'show as Markdown what the newest ten revisions of a list changed in mods, plugins and settings, by slug or address',
    )
    .option('--json', 'as JSON, in the shape of /v1/lists/{slug}/changelog')
    .action(async (list: string, options: Options) => {
      const { api, path, secret } = await listOf(list, options)
      if (!options.json) return show((await api.get(`${path}/changelog.md`, Markdown, secret)).trimEnd())
      const page = await api.get(`${path}/changelog`, ChangelogPage, secret)
      print(printableJson(page))
      noteRest(page.meta)
    })
}
