import type { Command } from 'commander'
import { data } from '../../../lists/schemas.ts'
import { ModDetail, ModPage } from '../../../mods/schemas.ts'
import { table } from '../../terminal.ts'
import { type Connection, overHttp, type RemoteTerminal } from '../connection.ts'
import { gameNamed } from '../games.ts'

interface ModsOptions extends Connection {
  game: string
  search?: string
  plugins?: boolean
  page?: string
}

/** Adds the commands that show the mods and plugins of a game. */
export function addModCommands(cli: Command, { show, complain, apiFor }: RemoteTerminal): void {
  overHttp(cli.command('mods'))
    .description('show the mods of a game, the most used first')
    .requiredOption('--game <name>', 'the game, by name in any case or by id')
    .option('--search <words>', 'only mods whose names contain words that begin with these')
    .option('--plugins', 'plugins instead of mods')
    .option('--page <number>', 'number of the page (default: 1)')
    .action(async ({ game, search, plugins, page, ...options }: ModsOptions) => {
      const api = apiFor(options)
      const query = new URLSearchParams({ 'filter[kind]': plugins ? 'plugin' : 'mod' })
      if (search !== undefined) query.set('filter[search]', search)
      if (page !== undefined) query.set('page[number]', page)
      const { id } = await gameNamed(api, game)
      const found = await api.get(`/games/${id}/mods?${query}`, ModPage)
      const rows = found.data.map(({ name, lists_count, enabled_count }) => [lists_count, enabled_count, name])
      show(table(['LISTS', 'ON', 'NAME'], rows))
      const { current_page, last_page, total } = found.meta
      complain(`Page ${current_page} of ${last_page}, ${total} ${plugins ? 'plugins' : 'mods'} in all.`)
    })

  overHttp(cli.command('mod <name>'))
    .description('show how many lists have a mod, its versions and sources, and what is often in the same lists')
    .requiredOption('--game <name>', 'the game, by name in any case or by id')
    .option('--plugins', 'a plugin instead of a mod')
    .action(async (name: string, { game, plugins, ...options }: ModsOptions) => {
      const api = apiFor(options)
      const { id } = await gameNamed(api, game)
      const path = `/games/${id}/${plugins ? 'plugins' : 'mods'}/${encodeURIComponent(name)}`
      show(modText((await api.get(path, data(ModDetail))).data))
    })
}

function modText({ name, lists_count, enabled_count, versions, sources, beside }: ModDetail): string {
  const part = (title: string, rows: [string, number][]) =>
    rows.length === 0 ? [] : ['', table([title, 'LISTS'], rows)]
  return [
    name,
    `in ${lists_count} public lists, on in ${enabled_count}`,
    ...part(
      'VERSION',
      versions.map(({ version, lists_count }) => [version, lists_count]),
    ),
    ...part(
      'SOURCE',
      sources.map(({ url, lists_count }) => [url, lists_count]),
    ),
    ...part(
      'OFTEN WITH',
      beside.map(({ name, both }) => [name, both]),
    ),
  ].join('\n')
}
