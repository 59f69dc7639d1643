-- Creations of lists that a client may repeat within a day, such as after a lost response.
CREATE TABLE idempotency_keys (
  key BYTEA PRIMARY KEY,
  body BYTEA NOT NULL,
  salt BYTEA NOT NULL,
  list_id INTEGER NOT NULL REFERENCES lists (id) ON UPDATE CASCADE ON DELETE CASCADE,
  created_at TIMESTAMPTZ(6) NOT NULL
);
CREATE INDEX idempotency_keys_list_id_idx ON idempotency_keys (list_id);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
