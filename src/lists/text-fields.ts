/*
 * The text fields of a list, which define request bodies, views, forms, and the options of the command line. Each needs
 * a column in prisma/schema.prisma. Tests: test/lists/text-fields.test.ts.
 */

/** The pages that show a list: its own, a row of a collection, and its history. */
type Page = 'list' | 'row' | 'history'

interface TextField {
  kind: 'line' | 'lines' | 'link'
  maxLength: number
  /** Name of the field on the website and in the terminal. */
  label: string
  shownOn: readonly Page[]
  option: string
  /** Description in the API reference, for responses. */
  shown: string
  /** Description in the API reference, for requests. */
  taken: string
}

const LINK_RULE = 'http or https, with or without the scheme.'

/** The text fields, in the order in which views show them. */
export const TEXT_FIELDS = {
  name: {
    kind: 'line',
    maxLength: 255,
    label: 'Name',
    shownOn: ['list', 'row', 'history'],
    option: 'the name of the list',
    shown: 'Name of the list.',
    taken: 'Name of the list. Leading and trailing spaces are removed.',
  },
  version: {
    kind: 'line',
    maxLength: 32,
    label: 'Version',
    shownOn: ['list', 'row', 'history'],
    option: 'the version of the list',
    shown: 'Version label, exactly as it was sent.',
    taken: 'Version label, stored exactly as it is sent.',
  },
  description: {
    kind: 'lines',
    maxLength: 10_000,
    label: 'Description',
    shownOn: ['list'],
    option: 'what the list is for',
    shown: 'Short description.',
    taken: 'Short description. It may be empty.',
  },
  website: {
    kind: 'link',
    maxLength: 2048,
    label: 'Website',
    shownOn: ['list'],
    option: "the list's website",
    shown: 'Address of the website, as it was sent. It may lack a scheme.',
    taken: `Address of the website: ${LINK_RULE}`,
  },
  discord: {
    kind: 'link',
    maxLength: 2048,
    label: 'Discord',
    shownOn: ['list'],
    option: "an invitation to the list's chat server",
    shown: 'Invitation to the chat server, as it was sent.',
    taken: `Invitation to the chat server: ${LINK_RULE}`,
  },
  readme: {
    kind: 'link',
    maxLength: 2048,
    label: 'Readme',
    shownOn: ['list'],
    option: "the list's readme",
    shown: 'Address of the readme, as it was sent.',
    taken: `Address of the readme: ${LINK_RULE}`,
  },
} as const satisfies Record<string, TextField>

export type TextFieldName = keyof typeof TEXT_FIELDS

export type OptionalTextName = Exclude<TextFieldName, 'name'>

export const OPTIONAL_TEXTS = Object.keys(TEXT_FIELDS).filter((name): name is OptionalTextName => name !== 'name')

export const LINK_TEXTS = OPTIONAL_TEXTS.filter((name) => TEXT_FIELDS[name].kind === 'link')

/** Returns an object that maps each optional text field to the result of `make`. */
export function eachOptionalText<Value>(make: (name: OptionalTextName) => Value): Record<OptionalTextName, Value> {
  const values = {} as Record<OptionalTextName, Value>
  for (const name of OPTIONAL_TEXTS) values[name] = make(name)
  return values
}
