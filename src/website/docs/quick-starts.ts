/** A program that a reader copies and runs as it is. test/website/docs.slow.test.ts runs each as the page shows it. */
interface QuickStart {
  id: string
  name: string
  /** What it does, in one sentence. */
  about: string
  code: string
}

/** Returns the first programs that use the API at `address`. */
export const quickStarts = (address: string): QuickStart[] => [
  {
    id: 'curl',
    name: 'curl',
    about: 'Uploads a list for three hours, reads its load order, and deletes it with its owner key.',
    code: `api=${address}/v1
printf '+SkyUI\\n+Frostfall\\n' > modlist.txt
curl -sS -D head.txt -F name='My list' -F game=4 -F description= -F expires=3h -F 'files[]=@modlist.txt' $api/lists > list.json
slug=$(sed 's/.*"slug":"\\([^"]*\\)".*/\\1/' list.json)
key=$(tr -d '\\r' < head.txt | awk 'tolower($1) == "owner-key:" {print $2}')
curl -sS $api/lists/$slug/load-order.txt
curl -sS -X DELETE -H "Authorization: Bearer $key" $api/lists/$slug`,
  },
  {
    id: 'python',
    name: 'Python',
    about: 'Says in words how the two newest lists differ. It needs no package.',
    code: `import json
from urllib.request import urlopen

api = "${address}/v1"
with urlopen(api + "/lists?page%5Bsize%5D=2") as response:
    lists = json.load(response)["data"]
if len(lists) == 2:
    newer, older = lists
    print(older["name"], "and", newer["name"])
    with urlopen(f"{api}/compare/{older['slug']}/{newer['slug']}/changes.md?short=1") as response:
        print(response.read().decode())`,
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    about:
      'Uploads a list with the typed client, for browsers and Node, which docs/api.md of the source says how to install.',
    code: `import { createCatalogClient, listForm } from 'mod-list-catalog-client'

const client = createCatalogClient({ baseUrl: '${address}' })
const files = [{ name: 'modlist.txt', content: '+SkyUI\\n+Frostfall\\n' }]
const body = await listForm({ name: 'My list', game: 4, description: '', expires: '3h' }, files)
const { data, error, response } = await client.POST('/v1/lists', { body })
if (error) throw new Error(error.message)
console.log(data.data.slug, response.headers.get('Owner-Key'))`,
  },
  {
    id: 'login',
    name: 'Log in from a program',
    about: 'Gets an API token of a user, who allows it in a browser. No password or token is typed.',
    code: `api=${address}
curl -sS -d client_id='my program' -d scope='read create' $api/oauth/device_authorization > login.json
field() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p" "$2"; }
echo "Open $(field verification_uri_complete login.json) and allow the program."
while sleep 5; do
  curl -sS -d grant_type=urn:ietf:params:oauth:grant-type:device_code -d client_id='my program' \\
    -d device_code="$(field device_code login.json)" $api/oauth/token > token.json
  grep -q -e authorization_pending -e slow_down token.json || break
done
curl -sS -H "Authorization: Bearer $(field access_token token.json)" $api/v1/user`,
  },
]
