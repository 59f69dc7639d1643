import { serveTasks } from '../../workers/serve.ts'

// The program of the worker thread that reads lists for the index.

export default serveTasks(async () => (await import('./kinds.ts')).KINDS)
