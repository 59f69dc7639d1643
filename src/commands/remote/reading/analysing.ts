import type { Command } from 'commander'
import { data } from '../../../lists/schemas.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { storedProfile } from '../../../load-order/reading/stored-profile.ts'
import { isUnread, notReadWords } from '../../../load-order/rendering/not-read.ts'
import { LoadOrder } from '../../../load-order/schemas.ts'
import { RemoteError } from '../api.ts'
import { type Connection, overHttp } from '../connection.ts'
import { readChosenFile } from '../profile/profile.ts'
import type { RemoteTerminal } from '../terminal.ts'
import { heldText } from '../writing/form.ts'
import { printableJson } from './changes.ts'
import { loadOrderText } from './load-order-text.ts'

interface AnalyseOptions extends Connection {
  json?: boolean
  withPersonal: boolean
}

/** Adds the command that asks a server what a crash log says. */
export function addAnalyseCommand(cli: Command, { print, show, apiFor }: RemoteTerminal): void {
  overHttp(cli.command('analyse <file>'))
    .description(
      'show what a file says, such as a crash log: what crashed, who is named in it, its mods and plugins. The server stores nothing',
    )
    .option('--json', 'as JSON, in the shape of /v1/lists/{slug}/load-order')
    .option('--with-personal', 'also send a log with personal data: paths with a user name, addresses', false)
    .action(async (path: string, { json, withPersonal, ...options }: AnalyseOptions) => {
      const api = apiFor(options)
      const { files } = await readChosenFile(path, await api.limits())
      const read = storedProfile({ files: files.map(({ content }) => content), names: files.map(({ name }) => name) })
      if (isUnread(readLoadOrder(read))) throw new RemoteError(notReadWords(files.map(({ name }) => name)))
      const form = new FormData()
      for (const file of files) {
        if (file.personal.length > 0 && !withPersonal)
          throw new RemoteError(`${path} was not sent: it ${heldText(file)}. Send it anyway with --with-personal.`)
        form.append('files[]', new Blob([file.content]), file.name)
      }
      const { body } = await api.request('/analyse', data(LoadOrder), { method: 'POST', form })
      if (json) print(printableJson(body))
      else show(loadOrderText(body.data))
    })
}
