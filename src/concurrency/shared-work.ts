/**
 * Returns a function that runs work, or joins work with the same key that is already running. `signal` says that a caller
 * no longer waits. When nobody waits any more, the signal that the work got is aborted.
 */
export function createSharedWork<Value>() {
  const running = new Map<string, { result: Promise<Value>; waiting: number; ending: AbortController }>()

  function start(key: string, work: (signal: AbortSignal) => Promise<Value>) {
    const ending = new AbortController()
    const shared = { result: work(ending.signal), waiting: 0, ending }
    const forget = () => {
      if (running.get(key) === shared) running.delete(key)
    }
    shared.result.then(forget, forget)
    ending.signal.addEventListener('abort', forget) // from now on nobody can join it
    running.set(key, shared)
    return shared
  }

  return async (key: string, work: (signal: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value> => {
    signal?.throwIfAborted()
    const shared = running.get(key) ?? start(key, work)
    shared.waiting++
    const leave = () => {
      if (--shared.waiting === 0) shared.ending.abort(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await shared.result
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }
}
