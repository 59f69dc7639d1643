-- Slugs of lists that were deleted or that expired. A new list gets none of them until the sweep deletes the row.
CREATE TABLE freed_slugs (
    slug TEXT COLLATE "C" NOT NULL,
    slug_base TEXT COLLATE "C" NOT NULL,
    slug_number INTEGER NOT NULL,
    free_at TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT freed_slugs_pkey PRIMARY KEY (slug)
);

CREATE INDEX freed_slugs_slug_base_slug_number_idx ON freed_slugs(slug_base, slug_number);

CREATE INDEX freed_slugs_free_at_idx ON freed_slugs(free_at);
