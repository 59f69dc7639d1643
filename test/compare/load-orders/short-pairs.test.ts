import MarkdownIt from 'markdown-it'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { numbered, PAIRS } from '../../support/profiles/pairs.ts'
import { fillList } from '../../support/requests/forms.ts'

/** The blocks of the short text of each pair. */
const TEXTS: Record<keyof typeof PAIRS, string[]> = {
  'two versions of a list, with mods, separators and plugins': [
    '**Lost Prophecies 5 → 6**',
    'From 5 to 6: 2 mods added, 1 of them off, 2 removed, 1 switched off, 1 moved; 1 plugin added, 1 removed, 1 switched off',
    '**Only in 5: 2**',
    '- `-` Delta Plugin\n- `-` Old Textures',
    '**Switched off: 1**',
    '- `off` Frost - Patch',
    '**Plugins, only in 5: 1**',
    '- `-` `Delta.esp`',
    '**Plugins, switched off: 1**',
    '- `off` `Frost.esp`',
    '**Moved: 1**',
    '- `moved` OpenMW Shaders, now first',
    '**Only in 6: 1**',
    '- `+` Tamriel Rebuilt 24.12',
    '**Plugins, only in 6: 1**',
    '- `+` `TR_Mainland.esm`',
    '**Only in 6, off: 1**',
    '- `+ off` Grass (optional)',
    '<https://www.example.com/compare/lost-prophecies/lost-prophecies-2>',
  ],
  'two lists of different names': [
    '**Ann’s game → Wildlander**',
    'From Ann’s game to Wildlander: 1 mod added, 1 removed, 1 switched on',
    '**Only in Ann’s game: 1**',
    '- `-` Own tweaks',
    '**Switched on: 1**',
    '- `on` Campfire',
    '**Only in Wildlander: 1**',
    '- `+` Survival Mode Improved - SKSE',
    '<https://www.example.com/compare/anns-game/wildlander>',
  ],
  'plugins alone': [
    '**Before → After**',
    'From Before to After: 2 plugins added, 1 of them off, 1 removed, 1 moved',
    '**Plugins, only in Before: 1**',
    '- `-` `D [1.2].esp`',
    '**Plugins, moved: 1**',
    '- `moved` `C.esp`, now after `A.esm`',
    '**Plugins, only in After: 1**',
    '- `+` `F.esl`',
    '**Plugins, only in After, off: 1**',
    '- `+ off` `E.esp`',
    '<https://www.example.com/compare/before/after>',
  ],
  'settings alone': [
    '**Low → High**',
    'From Low to High: 1 setting added, 1 removed, 1 changed',
    '**Settings in `skyrimprefs.ini`: 3**',
    '- `-` `b30GrassVS=0`\n- `iSize W` `1280` → `2560`\n- `+` `bBorderless=1`',
    '<https://www.example.com/compare/low/high>',
  ],
  'files that are not read': [
    '**One → Two**',
    'From One to Two: 2 files differ: 1 line added, 2 removed. Their mods are not read.',
    '**Files: 2**',
    '- `gone.txt`: removed\n- `notes.txt`: changed',
    '<https://www.example.com/compare/one/two>',
  ],
  'a part that only one list has': [
    '**With mods → Plugins only**',
    'From With mods to Plugins only: 1 plugin removed. Only With mods has mods.',
    '**Plugins, only in With mods: 1**',
    '- `-` `B.esp`',
    '<https://www.example.com/compare/with-mods/plugins-only>',
  ],
  'updated versions': [
    '**Pack 1.0 → 1.1**',
    'From 1.0 to 1.1: 1 mod added, 1 removed, 2 updated',
    '**Only in `1.0`: 1**',
    '- `-` Old',
    '**Updated: 2**',
    '- `updated` Frostfall `3.4.1SE` → `3.4.2SE`\n- `updated` SkyUI `5.1` → `5.2`',
    '**Only in `1.1`: 1**',
    '- `+` New',
    '<https://www.example.com/compare/pack/pack-2>',
  ],
  'more gone mods than fit': [
    '**Big 1 → 2**',
    'From 1 to 2: 40 mods added, 90 removed, 5 switched off',
    '**Only in 1: 90** (43 left out)',
    numbered(47, '- `-` A mod that is gone, number').join('\n'),
    '**Switched off: 5** (5 left out)',
    '**Only in 2: 40** (40 left out)',
    '<https://www.example.com/compare/big/big-2>',
  ],
  'names that chats would change': [
    '**`@everyone [x](https://x.y) → <@1>`**',
    '`From @everyone [x](https://x.y) to <@1>: 3 mods added, 8 removed`',
    '**Only in `@everyone [x](https://x.y)`: 8**',
    '- `-` `**bold**`\n- `-` `` `tick` ``\n- `-` `<b>`\n- `-` `:joy:`\n- `-` `~~old~~`\n- `-` `1. first`\n- `-` `# title`\n- `-` `||spoiler||`',
    '**Only in `<@1>`: 3**',
    '- `+` `> quote`\n- `+` `_under_score_`\n- `+` `https://evil.example`',
    '<https://www.example.com/compare/everyone-xhttpsxy/less1greater>',
  ],
  'crash logs': [
    '**Good → Bad**',
    'From Good to Bad: 1 DLL removed, 1 updated; crashes at another place: hdtSMP64.dll+1E8668, before skee64.dll+1DAE5',
    '**DLLs, only in Good: 1**',
    '- `-` skee64.dll',
    '**DLLs, updated: 1**',
    '- `updated` `CrashLogger.dll` `1.11.1` → `1.12.0`',
    '<https://www.example.com/compare/good/bad>',
  ],
  'no difference': ['**One → Two**', 'No differences.', '<https://www.example.com/compare/one/two>'],
  'settings in many files': [
    '**One → Two**',
    'From One to Two: 1 mod added, 20 removed; 31 settings changed',
    '**Only in One: 20**',
    numbered(20, '- `-` Gone').join('\n'),
    '**Settings in 31 files: 31**',
    numbered(31, '- Mod')
      .map((line) => `${line}.ini \`b\` \`1\` → \`2\``)
      .join('\n'),
    '**Only in Two: 1**',
    '- `+` New',
    '<https://www.example.com/compare/one/two>',
  ],
  regrouped: [
    '**One → Two**',
    'From One to Two: 1 mod regrouped',
    '**Regrouped: 1**',
    '- `B`: under `Tools`, now under `Base`',
    '<https://www.example.com/compare/one/two>',
  ],
}

describe('the short text of a comparison', () => {
  it.for(Object.entries(TEXTS))(
    'of %s says exactly this, and shows its signs where it is pasted',
    async ([title, blocks], { api }) => {
      const slugs: string[] = []
      for (const { fields, files } of PAIRS[title] ?? []) {
        const { body } = await fillList(api.post('/v1/lists'), fields, files).expect(201)
        slugs.push(body.data.slug)
      }
      const { text } = await api.get(`/v1/compare/${slugs.join('/')}/changes.md?short=1`).expect(200)
      expect(text.split('\n\n')).toEqual(blocks)
      expect(text.length).toBeLessThanOrEqual(1_900)
      const html = new MarkdownIt({ linkify: true }).render(text)
      const signs = text.match(/(?<=^- `)[^`]+(?=` )/gm) ?? []
      for (const sign of signs) expect(html).toContain(`<li><code>${sign}</code> `)
      expect(html.match(/<a /g)).toHaveLength(1)
      expect(html.match(/<li>/g)?.length ?? 0).toBe(text.match(/^- /gm)?.length ?? 0)
    },
  )
})
