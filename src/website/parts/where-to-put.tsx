/** How downloaded files get into the profile of Mod Organizer. `files` says which they are, and whether in a zip. */
export const WhereToPut = ({ files, isZip = true }: { files: string; isZip?: boolean }) => (
  <>
    <h2>Where to put the files</h2>
    <ol>
      <li>In Mod Organizer, click the folder icon above the mod list, then “Open Profile folder”.</li>
      <li>Back up: copy the whole folder to another place.</li>
      <li>Close Mod Organizer.</li>
      <li>
        Download {files}. {isZip ? 'Unpack the zip' : 'Move them'} into the profile’s folder, and replace the files
        there.
      </li>
      <li>Start Mod Organizer again.</li>
    </ol>
  </>
)
