-- What each answer of an assistant names and cites, by the brands of its project (docs/answers.md). Read again with other brands or another
-- detector, the newest reading counts.
CREATE TABLE IF NOT EXISTS answer_results {on_cluster}
(
    project_id LowCardinality(String),
    period Date,
    surface LowCardinality(String),
    prompt_id String,
    sample_id String,
    is_planned UInt8,
    status LowCardinality(String),
    model LowCardinality(String),
    -- 1 yes, 0 no, null: it is not known.
    web_used Nullable(UInt8),
    answered_at DateTime64(3, 'UTC'),
    -- Ids of brands in the order of their first mention.
    named Array(String),
    -- Ids of brands that are written and not mentioned.
    disclaimed Array(String),
    echoed Array(String),
    unsure Array(String),
    -- Registrable domains and addresses in the order of the citations, each once.
    cited_domains Array(String),
    cited_urls Array(String) CODEC(ZSTD(3)),
    retrieved_domains Array(String),
    fan_outs Array(String) CODEC(ZSTD(3)),
    brands_version UInt32,
    detector_version UInt16,
    read_at DateTime64(3, 'UTC')
)
ENGINE = {engine:ReplacingMergeTree(read_at)}
PARTITION BY toYYYYMM(period)
ORDER BY (project_id, period, surface, prompt_id, sample_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;
