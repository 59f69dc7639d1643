import { integer } from 'fast-check'

/** Any code point, including lone surrogates. */
const anyCodePoint = integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

/** Any character, including control characters and unassigned ones. The unit `binary` of fast-check starts slowly. */
export const anyCharacter = anyCodePoint.filter((character) => character.isWellFormed())
