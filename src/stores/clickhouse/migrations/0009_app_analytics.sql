-- Places and ratings of apps by day (specification 2.5, 4.8): an app has places on many lists, of several storefronts and
-- devices. A row without a category is a reading of the rating. One partition a year keeps what one question reads in
-- few parts. Nothing was ever written to the table as it was.

DROP TABLE IF EXISTS app_analytics {on_cluster} SYNC;

CREATE TABLE app_analytics {on_cluster}
(
    app_id String,
    platform LowCardinality(String),
    -- ISO country, lower case.
    storefront LowCardinality(String) DEFAULT 'us',
    category_id LowCardinality(String),
    -- top-free, topselling_free, ...; of an editorial list its category type.
    chart LowCardinality(String),
    -- phone or tablet.
    device LowCardinality(String),
    rank Nullable(UInt32),
    shelf_name LowCardinality(String),
    rating Nullable(Float64),
    rating_count Nullable(UInt64),
    download_count_exact Nullable(UInt64),
    price Nullable(Float64),
    captured_at DateTime64(3, 'UTC')
)
ENGINE = {engine:MergeTree}
PARTITION BY toYear(captured_at)
ORDER BY (platform, storefront, app_id, category_id, chart, device, captured_at)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 1024;
