-- Positions that other trackers measured or reported, brought by people (docs/moving-in.md). They are another scale than `ranking_history`
-- and never mixed with it. No other store has them, so what was acknowledged is on the disk.
CREATE TABLE IF NOT EXISTS imported_positions {on_cluster}
(
    import_id String,
    project_id LowCardinality(String),
    keyword_id String,
    keyword String,
    engine LowCardinality(String),
    channel LowCardinality(String),
    device LowCardinality(String),
    location_code UInt32,
    language_code LowCardinality(String),
    domain LowCardinality(String),
    day Date,
    outcome LowCardinality(String),
    -- The place by its scale: among organic results, on the page, or among what the file does not say.
    organic Nullable(UInt16),
    absolute Nullable(UInt16),
    unscaled Nullable(UInt16),
    scale LowCardinality(String),
    depth Nullable(UInt16),
    url String CODEC(ZSTD(1)),
    quality LowCardinality(String),
    row UInt64
)
ENGINE = {engine:MergeTree}
ORDER BY (project_id, keyword_id, engine, channel, domain, day, import_id, row)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;
