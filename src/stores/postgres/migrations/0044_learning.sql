-- How neighbours are weighed and confidence is read, by kind; the newest active row of a kind holds.

create table learned_blends (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('domain', 'url', 'keyword')),
  -- { near_from, weight, slope, intercept }
  blend jsonb not null,
  -- Right answers in a hundred, and stated against true confidence, of the fixed set and of the corrections.
  measured_before jsonb not null,
  measured_after jsonb not null,
  -- False: it would have worsened the fixed set, and the one before it stays.
  is_active boolean not null,
  corrections integer not null,
  created_at timestamptz not null
);
create index learned_blends_kind_idx on learned_blends (kind, id desc) where is_active;

-- Browsing and reviewing pages: by what they are, by how sure that is (nothing known is least sure), by address.
create index urls_page_type_idx on urls (page_type, id);
create index urls_confidence_idx on urls (coalesce(confidence, -1), id);
create index urls_url_idx on urls (left(url, 64), id);
