-- What Google itself counts of a property in Search Console, in three tables, because it adds up differently by each (docs/search-console.md).
-- Days are Pacific ones. A country is Google's code in lower case (`usa`; `zzz`: not known), a device `desktop`, `mobile` or `tablet`.
-- position_sum / impressions is the average place, from 1. A day is written whole, in one insert for each table, and again when Google
-- counted on: of the rows of a day those with the newest fetched_at are the day. Merges drop rows that were read again; what Google does
-- not give any more stays with its older fetched_at. A day of which a table has nothing is one row without impressions, so that rows of
-- before do not stand for it. No other store has them, so what was acknowledged is on the disk.
-- The days of one query or page lie beside each other: sums over many days take a quarter less, and the days of one query are a few blocks.

-- By property: the sums are those of Google, with the queries that it names to nobody.
CREATE TABLE IF NOT EXISTS gsc_totals {on_cluster}
(
    property_id LowCardinality(String),
    type LowCardinality(String),
    day Date,
    country LowCardinality(String),
    device LowCardinality(String),
    clicks UInt64,
    impressions UInt64,
    position_sum Float64,
    fetched_at DateTime64(3, 'UTC')
)
ENGINE = {engine:ReplacingMergeTree(fetched_at)}
PARTITION BY toYYYYMM(day)
ORDER BY (property_id, type, day, country, device)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- By property and query, for those that Google names.
CREATE TABLE IF NOT EXISTS gsc_queries {on_cluster}
(
    property_id LowCardinality(String),
    type LowCardinality(String),
    day Date,
    query String,
    country LowCardinality(String),
    device LowCardinality(String),
    clicks UInt64,
    impressions UInt64,
    position_sum Float64,
    fetched_at DateTime64(3, 'UTC')
)
ENGINE = {engine:ReplacingMergeTree(fetched_at)}
PARTITION BY toYYYYMM(day)
ORDER BY (property_id, type, query, country, device, day)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- By page and query: a search that shows two pages of the property counts twice.
CREATE TABLE IF NOT EXISTS gsc_pages {on_cluster}
(
    property_id LowCardinality(String),
    type LowCardinality(String),
    day Date,
    page String CODEC(ZSTD(1)),
    query String,
    country LowCardinality(String),
    device LowCardinality(String),
    clicks UInt64,
    impressions UInt64,
    position_sum Float64,
    fetched_at DateTime64(3, 'UTC')
)
ENGINE = {engine:ReplacingMergeTree(fetched_at)}
PARTITION BY toYYYYMM(day)
ORDER BY (property_id, type, page, query, country, device, day)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;
