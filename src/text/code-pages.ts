/** The code pages of Windows that files are read in, in order of preference. */
export const CODE_PAGES = [
  ...(['windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255'] as const),
  ...(['windows-1256', 'windows-1257', 'windows-1258', 'windows-874', 'cp932', 'cp936', 'cp949', 'cp950'] as const),
] as const

export type CodePage = (typeof CODE_PAGES)[number]
