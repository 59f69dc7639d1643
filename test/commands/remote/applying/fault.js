/**
 * Makes one write of a program fail. Loaded by `node --import`. FAULT says what happens at the write with the number
 * FAULT_AT: `kill` ends the program at once, after half of the bytes were written; another signal is sent to the
 * program, which goes on; otherwise the write fails with this error code. Only writes in FAULT_FOLDER count.
 * If there are fewer writes, it says so on standard error.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { FAULT_FOLDER = '/nowhere', FAULT_AT = '', FAULT = '' } = process.env
const { open, rename, rm } = fs.promises
let writes = 0
process.on('exit', () => {
  if (writes < Number(FAULT_AT)) fs.writeSync(2, 'There is no such write.\n')
})

/** @param {() => Promise<unknown>} [half] writes a part */
async function count(half = async () => {}) {
  if (++writes !== Number(FAULT_AT)) return
  if (FAULT === 'SIGINT') return void process.kill(process.pid, FAULT)
  await half()
  if (FAULT === 'kill') process.kill(process.pid, 'SIGKILL')
  throw Object.assign(new Error(`${FAULT}: made to fail`), { code: FAULT })
}

/** @param {unknown} path */
const isCounted = (path) => String(path).startsWith(FAULT_FOLDER)

/** @param {Parameters<typeof open>} args */
async function openWithFault(...args) {
  const [path, flags = 'r'] = args
  if (!isCounted(path)) return open(...args)
  if (flags !== 'r') await count()
  const file = await open(...args)
  const { writeFile, sync } = file
  Object.assign(file, {
    /** @param {Uint8Array} content */
    async writeFile(content) {
      await count(() => writeFile.call(file, content.subarray(0, content.length >> 1)))
      await writeFile.call(file, content)
    },
    async sync() {
      await count()
      await sync.call(file)
    },
  })
  return file
}

Object.assign(fs.promises, {
  open: openWithFault,
  /** @param {Parameters<typeof rename>} args */
  async rename(...args) {
    if (isCounted(args[1])) await count()
    return rename(...args)
  },
  /** @param {Parameters<typeof rm>} args */
  async rm(...args) {
    if (isCounted(args[0]) && FAULT === 'kill') await count() // files can be deleted from a full disk
    return rm(...args)
  },
})
syncBuiltinESMExports()
