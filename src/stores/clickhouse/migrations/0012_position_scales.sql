-- Two scales of position. `position` and `previous_position` are places among everything on the page, `rank_group` and
-- `previous_rank_group` among the results of the channel. Null in rows of earlier releases, until the project's past is worked out.
-- Written to be repeated from the first statement on: `ranking_days` is whole before and after each of them.

ALTER TABLE ranking_history {on_cluster} ADD COLUMN IF NOT EXISTS previous_rank_group Nullable(UInt16) AFTER previous_position;

-- What is asked by day, with the places of both scales.
ALTER TABLE ranking_history {on_cluster} ADD PROJECTION IF NOT EXISTS places_by_day
(
    SELECT project_id, check_date, keyword_id, engine, channel, device, location_code, domain, asset_id, relationship, status, position,
        rank_group, previous_position, previous_rank_group, check_ts, stands_days, recomputed_at
    ORDER BY project_id, check_date
);

ALTER TABLE ranking_history {on_cluster} MATERIALIZE PROJECTION places_by_day;

ALTER TABLE ranking_history {on_cluster} DROP PROJECTION IF EXISTS outcomes_by_day;

-- The totals of a day are kept for both scales; those of earlier releases count on the page.
ALTER TABLE ranking_days {on_cluster} ADD COLUMN IF NOT EXISTS scale LowCardinality(String) DEFAULT 'page';

DROP TABLE IF EXISTS ranking_days_by_scale {on_cluster} SYNC;

CREATE TABLE ranking_days_by_scale {on_cluster}
(
    project_id LowCardinality(String),
    day Date,
    scale LowCardinality(String) DEFAULT 'page',
    source_rows UInt64,
    sums String,
    computed_at DateTime64(3, 'UTC')
)
ENGINE = {engine:ReplacingMergeTree(computed_at)}
PARTITION BY toYear(day)
ORDER BY (project_id, scale, day)
SETTINGS non_replicated_deduplication_window = 10000;

INSERT INTO ranking_days_by_scale (project_id, day, scale, source_rows, sums, computed_at)
SELECT project_id, day, scale, source_rows, sums, computed_at FROM ranking_days FINAL;

EXCHANGE TABLES ranking_days_by_scale AND ranking_days {on_cluster};

DROP TABLE ranking_days_by_scale {on_cluster} SYNC;
