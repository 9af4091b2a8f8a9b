-- Every place of every search of an app store. A search also has one row without an app (`app_id` empty, place 0), so
-- that an empty answer, and one that failed, are known apart from a search that was never made.

CREATE TABLE IF NOT EXISTS app_keyword_positions {on_cluster}
(
    -- Empty: shared by the whole service; else the organization whose search it is.
    owner_id LowCardinality(String) DEFAULT '',
    platform LowCardinality(String),
    storefront LowCardinality(String),
    language_code LowCardinality(String),
    keyword String,
    check_date Date,
    checked_at DateTime64(3, 'UTC'),
    position UInt16,
    app_id String,
    checked_depth UInt16,
    -- Of the row without an app: why the search failed.
    error String DEFAULT ''
)
ENGINE = {engine:MergeTree}
PARTITION BY toYYYYMM(check_date)
ORDER BY (platform, storefront, keyword, language_code, check_date, app_id)
SETTINGS non_replicated_deduplication_window = 10000;
