/** A file of a mod manager or game, as its program writes it, and what the catalog reads in it. */
interface KindOfFile {
  /** The name of the file as its program writes it. */
  name: string
  /** The name of its text when it is pasted. */
  pasted: string
  game: string
  /** Whether the user has to choose the game, because the name of the file does not say it. */
  isGameUnknown?: true
  /** Whether a file of any name can be of this kind, so that it is only read if it is chosen or pasted. */
  hasFreeName?: true
  text: string
  mods: (string | boolean | null)[][] | null
  plugins: string[] | null
  /** The codes of the notes that reading it causes. */
  notes?: string[]
  /** A text to replace, its replacement, and the change that this causes. */
  edit: readonly [from: string, to: string, change: string]
}

export const KINDS: readonly KindOfFile[] = [
  {
    name: 'My mods.csv',
    pasted: 'mods.csv',
    game: 'TESV Skyrim SE',
    text: '#Mod_Priority,#Mod_Status,#Mod_Name,#Nexus_ID,#Mod_Nexus_URL,#Mod_Version\r\n"0000","+","Sky, UI",12604,"https://www.nexusmods.com/skyrimspecialedition/mods/12604","5.2"\r\n"0001","-","ENB",0,"http://enbdev.com/","0.5"\r\n',
    mods: [
      ['Sky, UI', true, '5.2', 'https://www.nexusmods.com/skyrimspecialedition/mods/12604'],
      ['ENB', false, '0.5', 'http://enbdev.com/'],
    ],
    plugins: null,
    edit: ['"5.2"', '"5.3"', '**Updated (1)**\n\n- `Sky, UI`: `5.2` to `5.3`'],
  },
  {
    name: 'collection.json',
    pasted: 'collection.json',
    game: 'Fallout 4',
    text: '{"info": {"domainName": "fallout4"}, "mods": [{"name": "Power", "version": "2", "source": {"type": "nexus", "modId": 7}}], "plugins": [{"name": "Power.esp", "enabled": true}]}',
    mods: [['Power', true, '2', 'https://www.nexusmods.com/fallout4/mods/7']],
    plugins: ['Power.esp'],
    edit: ['"version": "2"', '"version": "3"', '**Updated (1)**\n\n- `Power`: `2` to `3`'],
  },
  {
    name: 'LauncherData.xml',
    pasted: 'LauncherData.xml',
    game: 'Mount & Blade II: Bannerlord',
    text: '<?xml version="1.0" encoding="utf-8"?>\r\n<UserData>\r\n<SingleplayerData><ModDatas><UserModData><Id>Native</Id><LastKnownVersion>v1.2.12</LastKnownVersion><IsSelected>true</IsSelected></UserModData></ModDatas></SingleplayerData>\r\n</UserData>',
    mods: [['Native', true, 'v1.2.12', null]],
    plugins: null,
    edit: ['v1.2.12', 'v1.3.0', '**Updated (1)**\n\n- `Native`: `v1.2.12` to `v1.3.0`'],
  },
  {
    name: 'mods.settings',
    pasted: 'mods.settings',
    game: 'The Witcher 3: Wild Hunt',
    text: '[modB]\r\nEnabled=0\r\nPriority=2\r\n\r\n[modA]\r\nEnabled=1\r\nPriority=1\r\n',
    mods: [
      ['modB', false, null, null],
      ['modA', true, null, null],
    ],
    plugins: null,
    edit: ['Enabled=0', 'Enabled=1', '**Enabled (1)**\n\n- `modB`'],
  },
  {
    name: 'SMAPI-latest.txt',
    pasted: 'SMAPI-latest.txt',
    game: 'Stardew Valley',
    text: '[21:04:11 INFO  SMAPI] SMAPI 4.0.8 with Stardew Valley 1.6.8\n[21:04:11 INFO  SMAPI] Loaded 1 mods:\n[21:04:11 INFO  SMAPI]    Content Patcher 2.4.4 by Pathoschild | Loads packs.\n',
    mods: [['Content Patcher', true, '2.4.4', null]],
    plugins: null,
    edit: ['2.4.4', '2.4.5', '**Updated (1)**\n\n- `Content Patcher`: `2.4.4` to `2.4.5`'],
  },
  {
    name: 'SMAPI-crash.log',
    pasted: 'SMAPI-latest.txt',
    game: 'Stardew Valley',
    text: '[SMAPI] Loaded 1 mods:\n[SMAPI]    Lookup Anything 1.4 by Pathoschild\n',
    mods: [['Lookup Anything', true, '1.4', null]],
    plugins: null,
    edit: ['1.4', '1.5', '**Updated (1)**\n\n- `Lookup Anything`: `1.4` to `1.5`'],
  },
  {
    name: 'my-pack.ckan',
    pasted: 'modpack.ckan',
    game: 'Kerbal Space Program',
    text: '{"spec_version": "v1.6", "kind": "metapackage", "depends": [{"name": "Kopernicus", "version": "1.12"}], "suggests": [{"name": "EVE"}]}',
    mods: [
      ['Kopernicus', true, '1.12', null],
      ['EVE', false, null, null],
    ],
    plugins: null,
    edit: ['"1.12"', '"1.13"', '**Updated (1)**\n\n- `Kopernicus`: `1.12` to `1.13`'],
  },
  {
    name: 'openmw.cfg',
    pasted: 'openmw.cfg',
    game: 'TESIII Morrowind',
    text: 'groundcover=Grass.esp\r\ncontent=Morrowind.esm\r\ncontent=Bloodmoon.esm\r\n',
    mods: null,
    plugins: ['Morrowind.esm', 'Bloodmoon.esm', 'Grass.esp'],
    edit: ['content=Bloodmoon.esm', 'content=Tribunal.esm', '**Added (1)**\n\n- `Tribunal.esm`'],
  },
  {
    name: 'Morrowind.ini',
    pasted: 'Morrowind.ini',
    game: 'TESIII Morrowind',
    text: '[General]\r\nShow FPS=1\r\n[Game Files]\r\nGameFile0=Morrowind.esm\r\nGameFile1=Tribunal.esm\r\n',
    mods: null,
    plugins: ['Morrowind.esm', 'Tribunal.esm'],
    edit: ['Tribunal.esm', 'Bloodmoon.esm', '**Removed (1)**\n\n- `Tribunal.esm`'],
  },
  {
    name: 'SMAPI-latest.txt',
    pasted: 'SMAPI-latest.txt',
    game: 'Stardew Valley',
    text: '[18:45:20 INFO  SMAPI] SMAPI 3.4.1 with Stardew Valley 1.4.5 on Microsoft Windows 10\n[18:45:31 INFO  SMAPI] Loaded 1 mods:\n[18:45:31 INFO  SMAPI]    Automate 1.15.1 by Pathoschild | Crafts.\n\n[18:45:31 ERROR SMAPI]    Skipped mods\n[18:45:31 ERROR SMAPI]       - Cat Gifts 1.1.5 because it is no longer compatible.\n',
    mods: [
      ['Automate', true, '1.15.1', null],
      ['Cat Gifts', false, '1.1.5', null],
    ],
    plugins: null,
    notes: ['skipped_mods'],
    edit: ['1.15.1', '1.16.0', '**Updated (1)**\n\n- `Automate`: `1.15.1` to `1.16.0`'],
  },
  {
    name: 'openmw.cfg',
    pasted: 'openmw.cfg',
    game: 'TESIII Morrowind',
    text: 'data="D:\\Mods\\Water && Waves\\00 Core"\r\ndata=D:/Mods/Trees\r\ncontent=Morrowind.esm\r\n',
    mods: [
      ['Water & Waves/00 Core', true, null, null],
      ['Trees', true, null, null],
    ],
    plugins: ['Morrowind.esm'],
    edit: ['Mods/Trees', 'Mods/Bushes', '**Added (1)**\n\n- `Bushes`'],
  },
  {
    name: 'modsettings.lsx',
    pasted: 'modsettings.lsx',
    game: 'Dark Souls',
    isGameUnknown: true,
    text: '<?xml version="1.0" encoding="UTF-8"?>\n<save><region id="ModuleSettings"><node id="root"><children><node id="ModOrder"/><node id="Mods"><children><node id="ModuleShortDesc"><attribute id="Folder" type="LSString" value="Camp"/><attribute id="Name" type="LSString" value="Camp Clothes"/><attribute id="UUID" type="FixedString" value="755a8a72"/><attribute id="Version64" type="int64" value="37858384367583233"/></node></children></node></children></node></region></save>\n',
    mods: [['Camp Clothes', true, '1.13.0.1', null]],
    plugins: null,
    edit: ['37858384367583233', '36028797018963968', '**Updated (1)**\n\n- `Camp Clothes`: `1.13.0.1` to `1.0.0.0`'],
  },
  {
    name: 'loadorder.json',
    pasted: 'loadorder.json',
    game: 'Starfield',
    isGameUnknown: true,
    text: '[{"enabled": true, "id": "Starfield.esm", "name": "Starfield.esm", "locked": true}, {"enabled": false, "id": "a.esm", "name": "a.esm", "modId": "A-1-1-0"}]',
    mods: null,
    plugins: ['Starfield.esm', 'a.esm'],
    edit: ['false', 'true', '**Enabled (1)**\n\n- `a.esm`'],
  },
  {
    name: 'My backup.json',
    pasted: 'modlist-backup.json',
    game: 'TESV Skyrim SE',
    isGameUnknown: true,
    hasFreeName: true,
    text: '[{"name": "SkyUI", "game": "skyrimse", "modId": 12604, "fileId": 35407}, {"name": "Frostfall", "game": "skyrimspecialedition", "modId": 671, "fileId": 1, "enabled": false}]',
    mods: [
      ['SkyUI', true, null, 'https://www.nexusmods.com/skyrimspecialedition/mods/12604'],
      ['Frostfall', false, null, 'https://www.nexusmods.com/skyrimspecialedition/mods/671'],
    ],
    plugins: null,
    edit: ['false', 'true', '**Enabled (1)**\n\n- `Frostfall`'],
  },
  {
    name: 'ModsConfig.xml',
    pasted: 'ModsConfig.xml',
    game: 'Dark Souls',
    isGameUnknown: true,
    text: '\ufeff<?xml version="1.0" encoding="utf-8"?>\n<ModsConfigData>\n<version>1.6.4850 rev655</version>\n<activeMods><li>brrainz.harmony</li><li>unlimitedhugs.hugslib_steam</li></activeMods>\n<knownExpansions><li>ludeon.rimworld.biotech</li></knownExpansions>\n</ModsConfigData>',
    mods: [
      ['brrainz.harmony', true, null, null],
      ['unlimitedhugs.hugslib', true, null, null],
    ],
    plugins: null,
    edit: ['brrainz.harmony', 'ludeon.rimworld', '**Added (1)**\n\n- `ludeon.rimworld`'],
  },
  {
    name: 'My mods.rml',
    pasted: 'saved.rml',
    game: 'Dark Souls',
    isGameUnknown: true,
    text: '<?xml version="1.0" encoding="utf-8"?>\n<savedModList><meta><modIds><li>a.b</li></modIds></meta><modList><ids><li>brrainz.harmony</li></ids><names><li>Harmony</li></names></modList></savedModList>',
    mods: [['brrainz.harmony', true, null, null]],
    plugins: null,
    edit: ['brrainz.harmony', 'ludeon.rimworld', '**Removed (1)**\n\n- `brrainz.harmony`'],
  },
  {
    name: 'My mods.xml',
    pasted: 'saved.rml',
    game: 'Dark Souls',
    isGameUnknown: true,
    hasFreeName: true,
    text: '<ModList><Name>Mine</Name><modIds><li>brrainz.harmony</li></modIds></ModList>',
    mods: [['brrainz.harmony', true, null, null]],
    plugins: null,
    edit: ['brrainz.harmony', 'ludeon.rimworld', '**Removed (1)**\n\n- `brrainz.harmony`'],
  },
  {
    name: 'mods.yml',
    pasted: 'mods.yml',
    game: 'Dark Souls',
    isGameUnknown: true,
    text: '- manifestVersion: 1\n  name: somebody-BepInExPack\n  versionNumber:\n    major: 5\n    minor: 4\n    patch: 2202\n  enabled: true\n- manifestVersion: 1\n  name: maker-HUD_Compass\n  versionNumber:\n    major: 1\n    minor: 10\n    patch: 0\n  enabled: false\n',
    mods: [
      ['somebody-BepInExPack', true, '5.4.2202', 'https://thunderstore.io/package/somebody/BepInExPack/'],
      ['maker-HUD_Compass', false, '1.10.0', 'https://thunderstore.io/package/maker/HUD_Compass/'],
    ],
    plugins: null,
    edit: ['minor: 10', 'minor: 11', '**Updated (1)**\n\n- `maker-HUD_Compass`: `1.10.0` to `1.11.0`'],
  },
  {
    name: 'export.r2x',
    pasted: 'export.r2x',
    game: 'Dark Souls',
    isGameUnknown: true,
    text: 'profileName: Default\nmods:\n- name: maker-HUD_Compass\n  version:\n    major: 1\n    minor: 10\n    patch: 0\n  enabled: true\n',
    mods: [['maker-HUD_Compass', true, '1.10.0', 'https://thunderstore.io/package/maker/HUD_Compass/']],
    plugins: null,
    edit: ['enabled: true', 'enabled: false', '**Disabled (1)**\n\n- `maker-HUD_Compass`'],
  },
  {
    name: 'mod-list.json',
    pasted: 'mod-list.json',
    game: 'Dark Souls',
    isGameUnknown: true,
    text: '{"mods": [{"name": "base", "enabled": true}, {"name": "AAI", "enabled": false, "version": "1.0.3"}]}',
    mods: [
      ['base', true, null, null],
      ['AAI', false, '1.0.3', null],
    ],
    plugins: null,
    edit: ['1.0.3', '1.0.4', '**Updated (1)**\n\n- `AAI`: `1.0.3` to `1.0.4`'],
  },
]
