/** Returns how downloaded files get into the profile of Mod Organizer. `files` says which they are, and whether in a zip. */
export const whereToPutSteps = (files: string, isZip: boolean): string[] => [
  'Close Mod Organizer, and copy the profile’s folder as a backup.',
  `${isZip ? `Unpack the downloaded zip with ${files}` : `Put the downloaded ${files}`} into the folder (folder icon above the mod list, “Open Profile folder”), and replace ${isZip ? 'the files' : 'the file'} there.`,
]
