-- History of years: one partition a year keeps what one question reads in few parts, and what is
-- asked by day lies by day as well. Written to be repeated from the first statement on:
-- `ranking_history` is whole before and after each of them.

ALTER TABLE ranking_history {on_cluster}
    ADD COLUMN IF NOT EXISTS stands_days UInt8 DEFAULT 7,
    ADD COLUMN IF NOT EXISTS recomputed_at DateTime64(3, 'UTC') DEFAULT 0;

DROP TABLE IF EXISTS ranking_history_by_year {on_cluster} SYNC;

CREATE TABLE ranking_history_by_year {on_cluster}
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
    -- For how many days the outcome stands when no other check follows.
    stands_days UInt8 DEFAULT 7,
    recomputed UInt8 DEFAULT 0,
    -- Of several rows for one run and domain the newest holds.
    recomputed_at DateTime64(3, 'UTC') DEFAULT 0,
    PROJECTION rows_by_day
    (
        SELECT project_id, check_date, count() GROUP BY project_id, check_date
    ),
    PROJECTION outcomes_by_day
    (
        SELECT project_id, check_date, keyword_id, engine, channel, device, location_code, domain, asset_id, relationship, status, position,
            previous_position, check_ts, stands_days, recomputed_at
        ORDER BY project_id, check_date
    )
)
ENGINE = {engine:MergeTree}
PARTITION BY toYear(check_date)
ORDER BY (project_id, keyword_id, engine, channel, domain, check_date, check_ts, run_id)
SETTINGS non_replicated_deduplication_window = 10000;

INSERT INTO ranking_history_by_year (
    project_id, keyword_id, keyword, engine, channel, device, location_code, language_code, domain, asset_id, relationship, status, position,
    rank_group, previous_position, url, title, is_featured_snippet, checked_depth, run_id, check_date, check_ts, provider, cost_usd, error,
    serp_features, stands_days, recomputed, recomputed_at)
SELECT
    project_id, keyword_id, keyword, engine, channel, device, location_code, language_code, domain, asset_id, relationship, status, position,
    rank_group, previous_position, url, title, is_featured_snippet, checked_depth, run_id, check_date, check_ts, provider, cost_usd, error,
    serp_features, stands_days, recomputed, recomputed_at
FROM ranking_history;

EXCHANGE TABLES ranking_history_by_year AND ranking_history {on_cluster};

DROP TABLE ranking_history_by_year {on_cluster} SYNC;

-- One row per check that was read: when, how deep and by whom, also where nothing was found or looked for.
CREATE TABLE IF NOT EXISTS serp_checks {on_cluster}
(
    run_id String,
    keyword_id String,
    engine LowCardinality(String),
    kind LowCardinality(String),
    project_id LowCardinality(String),
    check_date Date,
    check_ts DateTime64(3, 'UTC'),
    depth UInt16,
    checked_depth UInt16,
    items_count UInt16,
    provider LowCardinality(String),
    cost_usd Float64,
    serp_features Array(LowCardinality(String))
)
ENGINE = {engine:MergeTree}
PARTITION BY toYear(check_date)
ORDER BY (keyword_id, engine, kind, check_date, run_id)
SETTINGS non_replicated_deduplication_window = 10000;

-- By which places are recognised.
ALTER TABLE serp_runs {on_cluster} ADD COLUMN IF NOT EXISTS cid String, ADD COLUMN IF NOT EXISTS place_id String;

-- What a project's days came to, worked out from `ranking_history` when they were over, and from how
-- many rows of it. All sums of a day lie in one text: a year is read as a few hundred rows of four
-- columns. Of several computations of a day the newest holds.
CREATE TABLE IF NOT EXISTS ranking_days {on_cluster}
(
    project_id LowCardinality(String),
    day Date,
    source_rows UInt64,
    sums String,
    computed_at DateTime64(3, 'UTC')
)
ENGINE = {engine:ReplacingMergeTree(computed_at)}
PARTITION BY toYear(day)
ORDER BY (project_id, day)
SETTINGS non_replicated_deduplication_window = 10000;
