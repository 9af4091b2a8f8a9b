-- AI overviews: who is cited in them. Written to be repeated from the first statement on.

-- What an AI overview names as its sources, of the element `ai_overview` alone: a JSON list in its order of [address, title, source].
-- Empty: it was not loaded, or the row is older than this column. What it says in words is kept with the provider's answer.
ALTER TABLE serp_runs {on_cluster} ADD COLUMN IF NOT EXISTS overview String CODEC(ZSTD(1));

-- The place of the site's first page among them; 0: not cited. Null: there is no overview, or it was not loaded, which `serp_features`
-- tells apart.
ALTER TABLE ranking_history {on_cluster} ADD COLUMN IF NOT EXISTS cited_place Nullable(UInt16) AFTER is_featured_snippet;
