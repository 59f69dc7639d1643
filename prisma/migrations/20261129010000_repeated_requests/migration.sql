-- The owner key of a deleted list is kept with its slug, so that a DELETE that is sent again finds that the list is gone.
ALTER TABLE freed_slugs ADD COLUMN owner_key_hash BYTEA;
CREATE INDEX freed_slugs_owner_key_hash_idx ON freed_slugs(owner_key_hash);

-- The idempotency key of a deleted list stays for its day, so that a repeated creation does not make the list anew.
ALTER TABLE idempotency_keys ALTER COLUMN list_id DROP NOT NULL,
  DROP CONSTRAINT idempotency_keys_list_id_fkey,
  ADD CONSTRAINT idempotency_keys_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE SET NULL ON UPDATE CASCADE;

-- A report that is only counted has no id.
ALTER TABLE more_reports DROP COLUMN report_id;
