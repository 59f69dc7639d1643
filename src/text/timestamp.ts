/** The wire format of a moment: UTC with six fraction digits (SPEC.md, List.created). JavaScript knows three of them. */
export const timestamp = (moment: Date): string => moment.toISOString().replace('Z', '000Z')
