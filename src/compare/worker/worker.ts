import { serveTasks } from '../../workers/serve.ts'

// The program of the worker threads that compare.

export default serveTasks(async () => (await import('./kinds.ts')).KINDS)
