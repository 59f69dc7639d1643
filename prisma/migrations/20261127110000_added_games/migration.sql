-- The game in addresses of Nexus Mods, for a game that an operator added; null if the site does not have it. The games
-- that every catalog has are in src/games/nexus.ts.
ALTER TABLE games ADD COLUMN nexus_domain TEXT;
