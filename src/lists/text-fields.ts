/*
 * The text fields of a list, described once. From this are made: what forms and JSON bodies take (writing/input.ts), what
 * views show (schemas.ts, view.ts), the forms of the website, and the options and tables of the command line. The columns
 * are in prisma/schema.prisma: a field without a column does not compile. Tests: test/lists/text-fields.test.ts.
 */

interface TextField {
  /** How the text is typed and checked: one line, several lines, or the address of a website. */
  kind: 'line' | 'lines' | 'link'
  /** The maximum length, in characters. */
  maxLength: number
  /** The name of the field on pages and in the terminal. */
  label: string
  /** The help of its option on the command line. */
  option: string
  /** What the reference says of the field in a view. */
  shown: string
  /** What the reference says of the field in a form. */
  taken: string
}

const LINK_RULE = 'http or https, with or without the scheme.'

/** The text fields in the order of views. */
export const TEXT_FIELDS = {
  name: {
    kind: 'line',
    maxLength: 255,
    label: 'Name',
    option: 'the name of the list',
    shown: 'Name of the list.',
    taken: 'Name of the list. Spaces at its ends are dropped.',
  },
  version: {
    kind: 'line',
    maxLength: 32,
    label: 'Version',
    option: 'the version of the list',
    shown: 'Version label, exactly as it was sent.',
    taken: 'Version label, stored as it is sent.',
  },
  description: {
    kind: 'lines',
    maxLength: 10_000,
    label: 'Description',
    option: 'what the list is for',
    shown: 'Short description.',
    taken: 'Short description. It may be empty.',
  },
  website: {
    kind: 'link',
    maxLength: 2048,
    label: 'Website',
    option: "the list's website",
    shown: 'Address of the website as it was sent, perhaps without a scheme.',
    taken: `Address of the website: ${LINK_RULE}`,
  },
  discord: {
    kind: 'link',
    maxLength: 2048,
    label: 'Discord',
    option: "an invitation to the list's chat server",
    shown: 'Invitation to the chat server, as it was sent.',
    taken: `Invitation to the chat server: ${LINK_RULE}`,
  },
  readme: {
    kind: 'link',
    maxLength: 2048,
    label: 'Readme',
    option: "the list's readme",
    shown: 'Address of the readme, as it was sent.',
    taken: `Address of the readme: ${LINK_RULE}`,
  },
} as const satisfies Record<string, TextField>

export type TextFieldName = keyof typeof TEXT_FIELDS

/** A text field that a list may be without: all but the name. */
export type OptionalTextName = Exclude<TextFieldName, 'name'>

export const OPTIONAL_TEXTS = Object.keys(TEXT_FIELDS).filter((name): name is OptionalTextName => name !== 'name')

/** The text fields that are addresses of websites. */
export const LINK_TEXTS = OPTIONAL_TEXTS.filter((name) => TEXT_FIELDS[name].kind === 'link')

/** An object that has the value of `make` for each optional text field. */
export function eachOptionalText<Value>(make: (name: OptionalTextName) => Value): Record<OptionalTextName, Value> {
  const values = {} as Record<OptionalTextName, Value>
  for (const name of OPTIONAL_TEXTS) values[name] = make(name)
  return values
}
