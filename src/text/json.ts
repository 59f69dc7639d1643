import { setImmediate as nextTurn } from 'node:timers/promises'

/** Number of items of a large array that are written together. */
const BATCH = 5_000

/** Number of bytes after which other requests get their turn. */
const TURN_BYTES = 2 ** 19

/** Returns the JSON of a value that may be large. Other requests get their turn while it is written. */
export async function jsonInTurns(value: object): Promise<Buffer> {
  const pieces: Buffer[] = []
  let text = ''
  for (const piece of piecesOf(value)) {
    text += piece
    if (text.length < TURN_BYTES) continue
    pieces.push(Buffer.from(text))
    text = ''
    await nextTurn()
  }
  pieces.push(Buffer.from(text))
  const json = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    json.set(piece, at)
    at += piece.length
    if (piece.length >= TURN_BYTES) await nextTurn()
  }
  return json
}

/** Number of levels of objects and arrays that are written piece by piece. What is deeper is small. */
const LEVELS = 5

function* piecesOf(value: unknown, levels = LEVELS): Generator<string> {
  if (typeof value !== 'object' || value === null || levels === 0) yield JSON.stringify(value)
  else if (!Array.isArray(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    for (const [at, [name, member]] of members.entries()) {
      yield `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`
      yield* piecesOf(member, levels - 1)
    }
    yield members.length === 0 ? '{}' : '}'
  } else if (value.length <= BATCH) {
    for (const [at, item] of value.entries()) {
      yield at === 0 ? '[' : ','
      yield* piecesOf(item, levels - 1)
    }
    yield value.length === 0 ? '[]' : ']'
  } else {
    for (let at = 0; at < value.length; at += BATCH)
      yield (at === 0 ? '[' : ',') + JSON.stringify(value.slice(at, at + BATCH)).slice(1, -1)
    yield ']'
  }
}
