-- Keyword snapshots, monthly searches and app analytics (specification 2.5).

CREATE TABLE IF NOT EXISTS keyword_snapshots {on_cluster}
(
    keyword_id String,
    keyword String,
    project_id LowCardinality(String),
    organization_id LowCardinality(String),
    search_volume Nullable(UInt32),
    difficulty Nullable(UInt8),
    cpc Nullable(Float64),
    competition Nullable(Float64),
    intent LowCardinality(String),
    trend Array(UInt32),
    monthly_searches Array(Tuple(month UInt8, year UInt16, volume UInt32)),
    captured_at DateTime64(3, 'UTC'),
    location_code UInt32,
    language_code LowCardinality(String),
    source LowCardinality(String)
)
ENGINE = {engine:MergeTree}
PARTITION BY toYYYYMM(captured_at)
ORDER BY (keyword_id, captured_at)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS monthly_keyword_searches {on_cluster}
(
    keyword_id String,
    year UInt16,
    month UInt8,
    search_volume UInt32,
    created_at DateTime64(3, 'UTC')
)
ENGINE = {engine:ReplacingMergeTree(created_at)}
ORDER BY (keyword_id, year, month)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS app_analytics {on_cluster}
(
    app_id String,
    platform LowCardinality(String),
    category_id LowCardinality(String),
    rank Nullable(UInt32),
    shelf_name LowCardinality(String),
    rating Nullable(Float32),
    rating_count Nullable(UInt64),
    download_count_exact Nullable(UInt64),
    price Nullable(Float64),
    captured_at DateTime64(3, 'UTC')
)
ENGINE = {engine:MergeTree}
PARTITION BY toYYYYMM(captured_at)
ORDER BY (platform, app_id, captured_at)
SETTINGS non_replicated_deduplication_window = 10000;
