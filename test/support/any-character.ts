import { integer } from 'fast-check'

/** Any code point, halves of surrogate pairs too. */
export const anyCodePoint = integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

/** Any character, control characters and those without a meaning among them: as a unit, `binary` takes a second to begin. */
export const anyCharacter = anyCodePoint.filter((character) => character.isWellFormed())
