-- One keyword's history is a few hundred rows of all columns. Granules of 8,192 rows in a file for each column
-- made a read unpack eight keywords and open twenty files for each part. Smaller granules, and all columns in
-- one file in parts up to 10 GB, make it half as long, for more space. Written to be repeated from the first
-- statement on: `ranking_history` is whole before and after each of them.

DROP TABLE IF EXISTS ranking_history_by_keyword {on_cluster} SYNC;

CREATE TABLE ranking_history_by_keyword {on_cluster} AS ranking_history
ENGINE = {engine:MergeTree}
PARTITION BY toYear(check_date)
ORDER BY (project_id, keyword_id, engine, channel, domain, check_date, check_ts, run_id)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 1024, min_bytes_for_wide_part = 10000000000;

INSERT INTO ranking_history_by_keyword SELECT * FROM ranking_history;

EXCHANGE TABLES ranking_history_by_keyword AND ranking_history {on_cluster};

DROP TABLE ranking_history_by_keyword {on_cluster} SYNC;
