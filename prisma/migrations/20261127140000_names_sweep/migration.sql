-- When the names that no file and no list holds were last looked for; null for never.
ALTER TABLE mod_readers ADD COLUMN swept_at TIMESTAMPTZ(6);
