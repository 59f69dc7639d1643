/** Receives how much of the work is done. */
export type Progress = (done: number, all: number) => void

/** Width of the bar in characters. */
const WIDTH = 30

const CLEAR_LINE = '\r\u001b[2K'

/**
 * Shows a progress bar on the stream while `work` runs, and clears it at the end. Without a stream, shows nothing. `line`
 * returns the text of the line from the bar and its values. Only the line itself is written, so that a terminal is as
 * before when the program is killed.
 */
export async function withProgressBar<T>(
  stream: NodeJS.WritableStream | undefined,
  line: (bar: string, done: number, all: number) => string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (stream === undefined) return work(() => {})
  let shown = ''
  try {
    return await work((done, all) => {
      const text = line(barOf(done, all), done, all)
      if (text !== shown) stream.write(`\r${text}`)
      shown = text
    })
  } finally {
    if (shown !== '') stream.write(CLEAR_LINE)
  }
}

/** Returns a bar with its percentage. */
function barOf(done: number, all: number): string {
  const share = all === 0 ? 1 : done / all
  const full = Math.floor(share * WIDTH)
  return `[${'='.repeat(full)}${'-'.repeat(WIDTH - full)}] ${Math.floor(share * 100)}%`
}
