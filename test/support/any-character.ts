import { integer, oneof } from 'fast-check'

/** Any character, control characters and those without a meaning among them: as a unit, `binary` takes a second to begin. */
export const anyCharacter = oneof(integer({ max: 0xd7ff, min: 0 }), integer({ max: 0x10ffff, min: 0xe000 })).map(
  (code) => String.fromCodePoint(code),
)
