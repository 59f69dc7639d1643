import { rename } from 'node:fs/promises'
import { bundlePrograms } from '../../../scripts/bundle.ts'

// Bundles the programs that tests start into the folder in its argument, which exists once it is complete.
const [, , folder = ''] = process.argv
await bundlePrograms(`${folder}.part`, { 'embedded-client': 'test/support/processes/embedded-client.ts' })
await rename(`${folder}.part`, folder)
