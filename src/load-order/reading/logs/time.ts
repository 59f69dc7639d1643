const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ T](\d{1,2}):(\d{2}):(\d{2})(?:[.,]\d{1,9})?(?: ?(?:UTC|Z))?$/
const NAMED_MONTH = /^(\d{1,2}) ([A-Za-z]{3})[a-z]{0,6} (\d{4}) (\d{1,2}):(\d{2}):(\d{2})(?:[.,]\d{1,9})?$/
const FILE_NAME = /(?<!\d)(\d{4})[-_](\d{1,2})[-_](\d{1,2})[-_](\d{1,2})-(\d{1,2})-(\d{1,2})(?!\d)/

/** Reads the time of a log, on the player's clock: "2023-03-26T15:19:09"; undefined if the text is no such time. */
export function readTime(text: string): string | undefined {
  const named = NAMED_MONTH.exec(text)
  if (named !== null) {
    const [, day, month = '', year, ...clock] = named
    return timeOf([year, String(MONTHS.indexOf(month.toLowerCase()) + 1), day, ...clock])
  }
  return timeOf(ISO.exec(text)?.slice(1))
}

/** Returns the time in the name of a log, such as crash-2024-03-20-11-33-51.log. */
export const timeOfName = (file: string): string | undefined => timeOf(FILE_NAME.exec(file)?.slice(1))

function timeOf(parts: readonly (string | undefined)[] | undefined): string | undefined {
  if (parts === undefined) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
  const isTime =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate() &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  const two = (number: number) => String(number).padStart(2, '0')
  return isTime ? `${year}-${two(month)}-${two(day)}T${[hour, minute, second].map(two).join(':')}` : undefined
}
