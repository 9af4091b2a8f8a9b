-- Weekly sums of the links to a domain (specification 4.6). Of several rows for one week the newest holds.
-- What came the week before follows from the order, and is not kept here.

CREATE TABLE IF NOT EXISTS backlink_snapshots {on_cluster}
(
    domain String,
    -- ISO week, YYYYWW.
    year_week String,
    -- The day whose state it tells.
    as_of Date,
    source LowCardinality(String),
    rank Nullable(UInt8),
    backlinks Nullable(UInt64),
    backlinks_nofollow Nullable(UInt64),
    referring_domains Nullable(UInt64),
    referring_main_domains Nullable(UInt64),
    spam_score Nullable(UInt8),
    count_news Nullable(UInt64),
    count_blogs Nullable(UInt64),
    count_ecommerce Nullable(UInt64),
    count_forums Nullable(UInt64),
    count_social Nullable(UInt64),
    count_owned Nullable(UInt64),
    count_earned Nullable(UInt64),
    count_paid Nullable(UInt64),
    count_shared Nullable(UInt64),
    links_platform_types Map(LowCardinality(String), UInt64),
    cost_usd Float64,
    captured_at DateTime64(3, 'UTC')
)
ENGINE = {engine:ReplacingMergeTree(captured_at)}
PARTITION BY substring(year_week, 1, 4)
ORDER BY (domain, year_week)
SETTINGS non_replicated_deduplication_window = 10000;
