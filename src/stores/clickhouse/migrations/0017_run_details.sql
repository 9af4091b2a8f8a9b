-- Results are in ClickHouse alone once they are shipped. Written to be repeated from the first statement on.

-- What the results of a recent page say beside the columns of `serp_runs`: a JSON list for each page, in its order, of [place among
-- everything, page, side, xpath, domain as it was shown where it is another than the one in `serp_runs`]. Removed by the month, with the
-- runs in PostgreSQL.
CREATE TABLE IF NOT EXISTS serp_run_details {on_cluster}
(
    run_id String,
    keyword_id String,
    run_date Date,
    details String CODEC(ZSTD(1))
)
ENGINE = {engine:ReplacingMergeTree}
PARTITION BY toYYYYMM(run_date)
ORDER BY (keyword_id, run_date, run_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- What was acknowledged is on the disk: no other store has it.
ALTER TABLE serp_runs {on_cluster} MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE serp_evidence_segments {on_cluster} MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;

-- The texts are most of a result, and are read by the page. New parts have it, old ones when they are merged.
ALTER TABLE serp_runs {on_cluster}
    MODIFY COLUMN url String CODEC(ZSTD(1)),
    MODIFY COLUMN title String CODEC(ZSTD(1)),
    MODIFY COLUMN snippet String CODEC(ZSTD(1));
