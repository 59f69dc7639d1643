const FRAMES = ['-', '\\', '|', '/']
const FRAME_MS = 120

/** Shows a spinner until `work` ends. Shows nothing without a terminal. */
export async function withSpinner<T>(
  stream: NodeJS.WritableStream | undefined,
  text: string,
  work: Promise<T>,
): Promise<T> {
  if (stream === undefined) return work
  let frame = 0
  const timer = setInterval(() => stream.write(`\r${FRAMES[frame++ % FRAMES.length]} ${text}`), FRAME_MS)
  return work.finally(() => {
    clearInterval(timer)
    stream.write(`\r${' '.repeat(text.length + 2)}\r`)
  })
}
