-- Each server counts the writes of a client in its own memory (src/http/limits/rate-limits.ts).
DROP TABLE write_counts;
