import { fileURLToPath } from 'node:url'

/** The folder of real profiles, with a slash at the end (CONTRIBUTING.md). It may not exist. */
export const SAMPLES = `${process.env.SAMPLES ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))}/`
