-- {engine:MergeTree} and {on_cluster} are filled in by the migration runner.

-- Every result of every check, kept for ever (specification 2.5, "serp_runs (analytics)").
CREATE TABLE IF NOT EXISTS serp_runs {on_cluster}
(
    run_id String,
    keyword_id String,
    keyword String,
    project_id LowCardinality(String),
    organization_id LowCardinality(String),
    customer_id LowCardinality(String),
    engine LowCardinality(String),
    kind LowCardinality(String),
    location_code UInt32,
    language_code LowCardinality(String),
    device LowCardinality(String),
    run_date Date,
    tracked_at DateTime64(3, 'UTC'),
    type LowCardinality(String),
    position UInt16,
    rank_absolute UInt16,
    rank_group UInt16,
    previous_position Nullable(UInt16),
    position_change Nullable(Int32),
    domain String,
    url String,
    title String,
    snippet String,
    is_paid UInt8,
    is_featured_snippet UInt8,
    rating_value Nullable(Float32),
    rating_count Nullable(UInt32),
    serp_features Array(LowCardinality(String))
)
ENGINE = {engine:MergeTree}
PARTITION BY toYYYYMM(run_date)
ORDER BY (keyword_id, engine, run_date, run_id, rank_absolute)
SETTINGS non_replicated_deduplication_window = 10000;

-- One row per check, project and domain looked for: the history that GET /api/rankings serves.
CREATE TABLE IF NOT EXISTS ranking_history {on_cluster}
(
    project_id LowCardinality(String),
    keyword_id String,
    keyword String,
    engine LowCardinality(String),
    channel LowCardinality(String),
    device LowCardinality(String),
    location_code UInt32,
    language_code LowCardinality(String),
    domain String,
    asset_id String,
    relationship LowCardinality(String),
    status LowCardinality(String),
    position Nullable(UInt16),
    rank_group Nullable(UInt16),
    previous_position Nullable(UInt16),
    url String,
    title String,
    is_featured_snippet UInt8,
    checked_depth UInt16,
    run_id String,
    check_date Date,
    check_ts DateTime64(3, 'UTC'),
    provider LowCardinality(String),
    cost_usd Float64,
    error String,
    serp_features Array(LowCardinality(String)),
    recomputed UInt8 DEFAULT 0
)
ENGINE = {engine:MergeTree}
PARTITION BY toYYYYMM(check_date)
ORDER BY (project_id, keyword_id, engine, channel, domain, check_date, check_ts, run_id)
SETTINGS non_replicated_deduplication_window = 10000;
