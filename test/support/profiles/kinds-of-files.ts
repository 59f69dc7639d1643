/** A file of a mod manager or game, as its program writes it, and what the catalog reads in it. */
export interface KindOfFile {
  /** The name of the file as its program writes it. */
  name: string
  /** The name of its text when it is pasted. */
  pasted: string
  game: string
  text: string
  mods: (string | boolean | null)[][] | null
  plugins: string[] | null
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
    edit: ['"5.2"', '"5.3"', '^ updated Sky, UI: 5.2 to 5.3'],
  },
  {
    name: 'collection.json',
    pasted: 'collection.json',
    game: 'Fallout 4',
    text: '{"info": {"domainName": "fallout4"}, "mods": [{"name": "Power", "version": "2", "source": {"type": "nexus", "modId": 7}}], "plugins": [{"name": "Power.esp", "enabled": true}]}',
    mods: [['Power', true, '2', 'https://www.nexusmods.com/fallout4/mods/7']],
    plugins: ['Power.esp'],
    edit: ['"version": "2"', '"version": "3"', '^ updated Power: 2 to 3'],
  },
  {
    name: 'LauncherData.xml',
    pasted: 'LauncherData.xml',
    game: 'Mount & Blade II: Bannerlord',
    text: '<?xml version="1.0" encoding="utf-8"?>\r\n<UserData>\r\n<SingleplayerData><ModDatas><UserModData><Id>Native</Id><LastKnownVersion>v1.2.12</LastKnownVersion><IsSelected>true</IsSelected></UserModData></ModDatas></SingleplayerData>\r\n</UserData>',
    mods: [['Native', true, 'v1.2.12', null]],
    plugins: null,
    edit: ['v1.2.12', 'v1.3.0', '^ updated Native: v1.2.12 to v1.3.0'],
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
    edit: ['Enabled=0', 'Enabled=1', '* switched on modB'],
  },
  {
    name: 'SMAPI-latest.txt',
    pasted: 'SMAPI-latest.txt',
    game: 'Stardew Valley',
    text: '[21:04:11 INFO  SMAPI] SMAPI 4.0.8 with Stardew Valley 1.6.8\n[21:04:11 INFO  SMAPI] Loaded 1 mods:\n[21:04:11 INFO  SMAPI]    Content Patcher 2.4.4 by Pathoschild | Loads packs.\n',
    mods: [['Content Patcher', true, '2.4.4', null]],
    plugins: null,
    edit: ['2.4.4', '2.4.5', '^ updated Content Patcher: 2.4.4 to 2.4.5'],
  },
  {
    name: 'SMAPI-crash.log',
    pasted: 'SMAPI-latest.txt',
    game: 'Stardew Valley',
    text: '[SMAPI] Loaded 1 mods:\n[SMAPI]    Lookup Anything 1.4 by Pathoschild\n',
    mods: [['Lookup Anything', true, '1.4', null]],
    plugins: null,
    edit: ['1.4', '1.5', '^ updated Lookup Anything: 1.4 to 1.5'],
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
    edit: ['"1.12"', '"1.13"', '^ updated Kopernicus: 1.12 to 1.13'],
  },
  {
    name: 'openmw.cfg',
    pasted: 'openmw.cfg',
    game: 'TESIII Morrowind',
    text: 'groundcover=Grass.esp\r\ncontent=Morrowind.esm\r\ncontent=Bloodmoon.esm\r\n',
    mods: null,
    plugins: ['Morrowind.esm', 'Bloodmoon.esm', 'Grass.esp'],
    edit: ['content=Bloodmoon.esm', 'content=Tribunal.esm', '+ added Tribunal.esm'],
  },
  {
    name: 'Morrowind.ini',
    pasted: 'Morrowind.ini',
    game: 'TESIII Morrowind',
    text: '[General]\r\nShow FPS=1\r\n[Game Files]\r\nGameFile0=Morrowind.esm\r\nGameFile1=Tribunal.esm\r\n',
    mods: null,
    plugins: ['Morrowind.esm', 'Tribunal.esm'],
    edit: ['Tribunal.esm', 'Bloodmoon.esm', '- removed Tribunal.esm'],
  },
]
