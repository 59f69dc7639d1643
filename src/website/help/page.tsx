import type { ComponentChildren } from 'preact'
import type { Context } from '../../context.ts'
import { readCountsByGame } from '../../games/queries.ts'
import { Page } from '../components/document.tsx'
import { type Site, siteOf } from '../components/site.ts'
import type { FoundPage } from '../found-page.ts'

/** Says where each mod manager and game keeps the files of a list, and how to export versions. */
const HelpPage = ({ site }: { site: Site }) => (
  <Page
    site={site}
    title="Where to find your files"
    description="Which files to upload from Mod Organizer, Vortex, CKAN, SMAPI and the launchers of games, and where they are."
    path="/help"
  >
    <h1>Where to find your files</h1>
    <p>
      You can upload files from any of these. Then <a href={`${site.base}/upload`}>upload your list</a>. If a file is
      not listed here, you can still upload it: it is shown and compared line by line.
    </p>
    <Manager id="mod-organizer" name="Mod Organizer 2">
      <p>
        Drop the folder of your profile. In Mod Organizer, click the folder icon above the mod list, then “Open Profile
        folder”. It has <code>modlist.txt</code>, <code>plugins.txt</code>, <code>loadorder.txt</code> and the ini files
        of the game.
      </p>
      <p>
        To show the version and the page of each mod too, click the list options button above the mod list, then “Export
        to csv…”. Choose the columns <code>Mod_Name</code>, <code>Nexus_ID</code>, <code>Mod_Nexus_URL</code> and{' '}
        <code>Mod_Version</code>, save the file, and drop it along with the folder. Leave out the column{' '}
        <code>Note</code> if your notes are private. The command line does this for you.
      </p>
    </Manager>
    <Manager id="vortex" name="Vortex">
      <p>
        Upload <code>plugins.txt</code> and <code>loadorder.txt</code>: in Vortex, choose “Open”, then “Open Game
        Application Data Folder”. To share the mods with their versions and pages, add your mods to a collection, export
        it, unpack the exported file, and upload its <code>collection.json</code>. You can also upload a load order that
        Vortex exported (<code>.json</code>), or a file of its extension Modlist Backup.
      </p>
    </Manager>
    <Manager id="r2modman" name="r2modman, Gale and Thunderstore">
      <p>
        In r2modman, open “Settings”, then “Browse profile folder”, and upload <code>mods.yml</code>. From an exported
        profile, unpack the file and upload its <code>export.r2x</code>.
      </p>
    </Manager>
    <Manager id="baldurs-gate" name="Baldur’s Gate 3">
      <p>
        Upload <code>modsettings.lsx</code>. On Windows, type{' '}
        <code>%localappdata%\Larian Studios\Baldur's Gate 3\PlayerProfiles\Public</code> into the address bar of the
        file explorer.
      </p>
    </Manager>
    <Manager id="factorio" name="Factorio">
      <p>
        Upload <code>mod-list.json</code>. On Windows it is in <code>%appdata%\Factorio\mods</code>, on Linux in{' '}
        <code>~/.factorio/mods</code>, on macOS in <code>~/Library/Application Support/factorio/mods</code>.
      </p>
    </Manager>
    <Manager id="rimworld" name="RimWorld">
      <p>
        Upload <code>ModsConfig.xml</code>. On Windows, type{' '}
        <code>%userprofile%\AppData\LocalLow\Ludeon Studios\RimWorld by Ludeon Studios\Config</code> into the address
        bar of the file explorer. On Linux it is in{' '}
        <code>~/.config/unity3d/Ludeon Studios/RimWorld by Ludeon Studios/Config</code>. You can also upload a mod list
        that you saved in the game (<code>.rml</code>).
      </p>
    </Manager>
    <Manager id="bannerlord" name="Mount & Blade II: Bannerlord">
      <p>
        Upload <code>LauncherData.xml</code>. It is in your documents, in <code>Mount and Blade II Bannerlord</code>,
        then <code>Configs</code>.
      </p>
    </Manager>
    <Manager id="witcher" name="The Witcher 3">
      <p>
        Upload <code>mods.settings</code>. It is in your documents, in <code>The Witcher 3</code>. The game and its mod
        managers write the priorities of your mods there.
      </p>
    </Manager>
    <Manager id="stardew-valley" name="Stardew Valley (SMAPI)">
      <p>
        Start the game once, then upload <code>SMAPI-latest.txt</code>. On Windows, type{' '}
        <code>%appdata%\StardewValley\ErrorLogs</code> into the address bar of the file explorer. On Linux and macOS, it
        is in <code>~/.config/StardewValley/ErrorLogs</code>. The log says where the game is installed; if that shows
        your user name, you are asked before the file is uploaded.
      </p>
    </Manager>
    <Manager id="ckan" name="Kerbal Space Program (CKAN)">
      <p>
        In CKAN, choose “File”, then “Export modpack…”, and upload the <code>.ckan</code> file. Mods that it depends on
        are shown as on; mods that it recommends or suggests are shown as off.
      </p>
    </Manager>
    <Manager id="openmw" name="OpenMW">
      <p>
        Upload <code>openmw.cfg</code>. On Windows it is in your documents, in <code>My Games</code>, then{' '}
        <code>OpenMW</code>; on Linux in <code>~/.config/openmw</code>; on macOS in{' '}
        <code>~/Library/Preferences/openmw</code>.
      </p>
    </Manager>
    <Manager id="morrowind" name="Morrowind without OpenMW">
      <p>
        Upload <code>Morrowind.ini</code>. It is in the folder of the game, and lists your plugins under{' '}
        <code>[Game Files]</code>.
      </p>
    </Manager>
  </Page>
)

const Manager = ({ id, name, children }: { id: string; name: string; children: ComponentChildren }) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{name}</h2>
    {children}
  </section>
)

/** Finds the page that says where files are. It is always the same; the query only finds the snapshot for the cache. */
export async function findHelpPage({ db, clock, urls }: Context): Promise<FoundPage> {
  const { snapshot } = await readCountsByGame(db, clock())
  return {
    version: [],
    snapshot,
    validUntil: null,
    render: () => <HelpPage site={siteOf(urls)} />,
  }
}
