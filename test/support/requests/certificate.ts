import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '../../commands/remote/terminal.ts'

/** Whether tests can make certificates. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0
if (!hasOpenssl) console.warn('The program openssl is missing: tests of certificates are skipped.')

const AUTHORITY = `[ca]
default_ca = own
[own]
database = index
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
`

/** Makes a self-signed certificate of 127.0.0.1 that is valid from and until these times. Returns its key and itself, and its path. */
export async function makeCertificate(from = '20200101000000Z', until = '21190101000000Z') {
  const folder = await folderOf({ index: '', 'authority.cnf': AUTHORITY })
  const openssl = (words: string) => execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'pipe' })
  const subject = '-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1'
  openssl(
    `req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out request.pem ${subject}`,
  )
  const files = '-config authority.cnf -in request.pem -keyfile key.pem -out certificate.pem'
  openssl(`ca -batch -selfsign -notext ${files} -startdate ${from} -enddate ${until}`)
  const path = join(folder, 'certificate.pem')
  return { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(path), path }
}
