-- Result pages that another tracker kept, as addresses in the order of their places among organic results, the first one on place 1
-- (docs/moving-in.md). A site that a project compares itself with later gets its past from them.
CREATE TABLE IF NOT EXISTS imported_serps {on_cluster}
(
    import_id String,
    project_id LowCardinality(String),
    keyword_id String,
    engine LowCardinality(String),
    day Date,
    urls Array(String) CODEC(ZSTD(3)),
    row UInt64
)
ENGINE = {engine:MergeTree}
ORDER BY (project_id, keyword_id, engine, day, import_id, row)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;
