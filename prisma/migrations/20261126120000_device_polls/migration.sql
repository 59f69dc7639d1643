-- When a program polled last, and how often it polled too early since its interval grew.
ALTER TABLE device_codes ADD COLUMN last_poll_at TIMESTAMPTZ(6), ADD COLUMN early_polls INTEGER NOT NULL DEFAULT 0;
