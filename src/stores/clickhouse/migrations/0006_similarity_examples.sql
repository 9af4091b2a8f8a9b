-- Items whose labels are known, to compare others with. Of several rows for one item and origin the newest
-- holds. Questions go to one kind, so that each reads the index of its own parts.

CREATE TABLE IF NOT EXISTS similarity_examples {on_cluster}
(
    -- domain, url or keyword.
    kind LowCardinality(String),
    -- Who says so: seed (shipped), learned (a sure classification), correction (a person).
    origin LowCardinality(String),
    -- The normalized host, address or text.
    item String,
    vector Array(Float32),
    -- Dimension to label.
    labels Map(LowCardinality(String), String),
    -- 0 to 100.
    confidence UInt8,
    added_at DateTime64(3, 'UTC'),
    INDEX similarity_examples_vector_idx vector TYPE vector_similarity('hnsw', 'cosineDistance', 356) GRANULARITY 100000000
)
ENGINE = {engine:ReplacingMergeTree(added_at)}
PARTITION BY (kind, origin)
ORDER BY (kind, origin, item)
SETTINGS non_replicated_deduplication_window = 10000;
