-- Many answers as received in one row, packed together by zstd and written in base64: rows of `serp_evidence` in PostgreSQL say
-- where each lies. Removed by the day. A row is large: a read should unpack few of them.
CREATE TABLE IF NOT EXISTS serp_evidence_segments {on_cluster}
(
    day Date,
    segment String,
    answers UInt32,
    packed String CODEC(ZSTD(1))
)
ENGINE = {engine:MergeTree}
PARTITION BY day
ORDER BY segment
SETTINGS non_replicated_deduplication_window = 10000, index_granularity_bytes = 1048576;
