/** The scripts that are in use today (UAX 31, tables 5 and 7), by their Unicode names. */
const SCRIPTS =
  `Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hangul Han
  Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan
  Adlam Balinese Bamum Batak Canadian_Aboriginal Chakma Cham Cherokee Hanifi_Rohingya Javanese Kayah_Li Lepcha Limbu
  Lisu Mandaic Meetei_Mayek Miao New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Osage Saurashtra Sundanese
  Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Wancho Yi`.split(/\s+/)

/** The scripts that Japanese, Korean and Taiwanese texts mix (UTS 39, section 5.1). */
const MIXED = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]

/** Matches texts of one script each. Digits and punctuation, which all scripts share, may be in any of them. */
const TEXTS = [...SCRIPTS.map((script) => [script]), ...MIXED].map(
  (scripts) =>
    new RegExp(`^[${['Common', 'Inherited', ...scripts].map((name) => `\\p{scx=${name}}`).join('')}]*$`, 'u'),
)

/** Reports whether all letters of a text are of one script, or of scripts that a language mixes. */
export const isOneScript = (text: string): boolean => TEXTS.some((pattern) => pattern.test(text))
