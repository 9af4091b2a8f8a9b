-- Results arrive a page to a line: what all results of a page share once, and a list of each column that is a result's own.
-- The view makes a row of `serp_runs` of each result; a column that comes to `serp_runs` comes here too.
CREATE TABLE IF NOT EXISTS serp_pages {on_cluster}
(
    run_id String,
    keyword_id String,
    keyword String,
    project_id LowCardinality(String),
    organization_id LowCardinality(String),
    customer_id LowCardinality(String),
    engine LowCardinality(String),
    kind LowCardinality(String),
    location_code UInt32,
    language_code LowCardinality(String),
    device LowCardinality(String),
    run_date Date,
    tracked_at DateTime64(3, 'UTC'),
    serp_features Array(LowCardinality(String)),
    type Array(LowCardinality(String)),
    rank_absolute Array(UInt16),
    rank_group Array(UInt16),
    -- A list that is left out is as long as the others.
    previous_position Array(Nullable(UInt16)) DEFAULT arrayWithConstant(length(type), NULL),
    domain Array(String) DEFAULT arrayWithConstant(length(type), ''),
    url Array(String) DEFAULT arrayWithConstant(length(type), ''),
    title Array(String) DEFAULT arrayWithConstant(length(type), ''),
    snippet Array(String) DEFAULT arrayWithConstant(length(type), ''),
    is_paid Array(UInt8) DEFAULT arrayWithConstant(length(type), 0),
    is_featured_snippet Array(UInt8) DEFAULT arrayWithConstant(length(type), 0),
    rating_value Array(Nullable(Float32)) DEFAULT arrayWithConstant(length(type), NULL),
    rating_count Array(Nullable(UInt32)) DEFAULT arrayWithConstant(length(type), NULL),
    cid Array(String) DEFAULT arrayWithConstant(length(type), ''),
    place_id Array(String) DEFAULT arrayWithConstant(length(type), ''),
    overview Array(String) DEFAULT arrayWithConstant(length(type), '')
)
ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS serp_pages_to_runs {on_cluster} TO serp_runs
AS SELECT *, rank_absolute AS position, toInt32(previous_position) - rank_absolute AS position_change
FROM serp_pages
ARRAY JOIN type, rank_absolute, rank_group, previous_position, domain, url, title, snippet, is_paid, is_featured_snippet,
    rating_value, rating_count, cid, place_id, overview;
